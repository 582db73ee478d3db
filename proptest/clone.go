package proptest

// Clone copies a sample: new definitions, new binders. The passes that work in
// place get clones.
func (s *Sample) Clone() *Sample {
	p, defs := s.Program.Copy()
	return &Sample{Program: p, Entry: defs[s.Entry], Seed: s.Seed, Used: s.Used}
}
