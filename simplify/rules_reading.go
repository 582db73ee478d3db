package simplify

func readingRules() []*Rule { return nil }
