module github.com/seed-4b734f86/gochad

go 1.26

require github.com/dave/jennifer v1.7.1
