package randgo_test
import ("testing";"os")
func TestZDump(t *testing.T) {
	f, _, _ := widePrograms(200, 1, false)
	os.WriteFile("/tmp/hostile-w/main.go", []byte(f+"\nfunc main(){}\n"), 0o644)
}
