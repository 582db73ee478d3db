module github.com/seed-4b734f86/gochad

go 1.26

require github.com/leanovate/gopter v0.2.11
