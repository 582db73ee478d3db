package main

func lossPicture(t training) string { return "" }
func filterPicture(t training) string { return "" }
