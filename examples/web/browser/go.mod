module github.com/seed-4b734f86/gochad/examples/web/browser

go 1.26.0

require (
	github.com/chromedp/cdproto v0.159.2
	github.com/chromedp/chromedp v0.23.0
	github.com/seed-4b734f86/gochad v0.0.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
)

replace github.com/seed-4b734f86/gochad => ../../..
