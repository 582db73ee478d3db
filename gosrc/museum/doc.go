// Package museum has public reports of wrong derivatives in other systems, as Go functions of our own: each computes
// what the program of a report computes, and has the directives that the report is about. reports.txt lists them, and
// docs/museum.md what became of them. None of their code is here.
package museum

//go:generate go run github.com/seed-4b734f86/gochad/cmd/chad gen .
