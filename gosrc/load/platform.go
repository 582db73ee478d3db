package load

import "strings"

// isOS and isArch report whether the go command reads a part of a file name as a constraint. The lists are those of
// go/build (internal/syslist), which does not export them: they hold past and future names too and only ever grow.
func isOS(s string) bool   { return contains(knownOS, s) }
func isArch(s string) bool { return contains(knownArch, s) }

func contains(words, s string) bool {
	return s != "" && strings.Contains(" "+words+" ", " "+s+" ") && !strings.Contains(s, " ")
}

const (
	knownOS = "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris " +
		"wasip1 windows zos"
	knownArch = "386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le " +
		"mipsle " +
		"ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm"
)
