package wild

import (
	"path"
	"regexp"
	"strings"
)

// code is the code of a message, at its end.
var code = regexp.MustCompile(` \[[a-z-]+\]$`)

var placed = regexp.MustCompile(`(?m)^(\S[^\n]*?\.go:\d+(?::\d+)?): (.*)$`)

// firstMessage is the first line that has a place, or else the last line: errors of commands come before what they say.
func firstMessage(text string) (place, message string) {
	if m := placed.FindStringSubmatch(text); m != nil {
		return shorten(m[1]), code.ReplaceAllString(m[2], "")
	}
	ls := strings.Split(strings.TrimSpace(text), "\n")
	return "", ls[len(ls)-1]
}

// shorten leaves the part of a place below the module cache, or the name of the file with its folder.
func shorten(place string) string {
	if _, below, ok := strings.Cut(place, "/pkg/mod/"); ok {
		return below
	}
	return path.Join(path.Base(path.Dir(place)), path.Base(place))
}

// refusal is the result for what the tool says where it fails.
func refusal(text string) Result {
	place, message := firstMessage(text)
	if m := behind.FindStringSubmatch(message); m != nil {
		place = m[1]
	}
	status := Refused
	for _, sign := range []string{"defect of chad", "\npanic:", "\ngoroutine "} {
		if strings.Contains("\n"+text, sign) {
			status = Defect
		}
	}
	return Result{Status: status, Message: message, Place: place}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

var (
	quoted   = regexp.MustCompile("`[^`]*`|\"[^\"]*\"")
	dotted   = regexp.MustCompile(`[*&(]*[\w./-]*\w\.[A-Za-z_][\w.\[\])]*(\{\})?`)
	bare     = regexp.MustCompile(`\b(is in|whether) \w+`)
	leading  = regexp.MustCompile(`^\w+(, of type| is a package)`)
	numbers  = regexp.MustCompile(`\b\d+\b`)
	repeated = regexp.MustCompile(`(_)(, _)+`)

	// A message names the call, says that it has no derivative, why, and at which line of the other module.
	calls  = regexp.MustCompile(`^(?:[^:]*? has no derivative: )+`)
	behind = regexp.MustCompile(` \(([^() ]*\.go:\d+)\)$`)
)

// Normalize takes the names out of a message, so that refusals for one reason are counted as one.
func Normalize(message string) string {
	message = behind.ReplaceAllString(calls.ReplaceAllString(message, ""), "")
	message = quoted.ReplaceAllString(message, "_")
	message = dotted.ReplaceAllString(message, "_")
	message = bare.ReplaceAllString(message, "$1 _")
	message = leading.ReplaceAllString(message, "_$1")
	message = numbers.ReplaceAllString(message, "N")
	return repeated.ReplaceAllString(message, "$1, …")
}
