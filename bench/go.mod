module github.com/seed-4b734f86/gochad/bench

go 1.26

replace github.com/seed-4b734f86/gochad => ..
