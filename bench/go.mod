module github.com/seed-4b734f86/gochad/bench

go 1.26

replace github.com/seed-4b734f86/gochad => ..

require gonum.org/v1/gonum v0.17.0
