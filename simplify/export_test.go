package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// Sharing says what the search for repeats says of t, and how often rules fire when all of t is taken apart for it. t is used up.
func Sharing(t syntax.Term) (may bool, fired int) {
	rs, err := newRuleSet(Options{})
	if err != nil {
		panic(err)
	}
	e := engine{ruleSet: rs, report: &Report{}, scratch: newScratch()}
	defer e.free()
	may = e.mayShare(t)
	_, fired = e.shareAll(t, nil, "")
	return may, fired
}

// The tests of the package hold every round that is the last by what it did against one more, and search terms that are known to share nothing.
func init() { confirming = true }
