// Package idioms finds in loops what a library does at once: the passes "idiom-recognition" ([Vectors]),
// "matrix-idioms" ([Matrices]) and "row-panels" ([Panels]), which run in this order.
package idioms
