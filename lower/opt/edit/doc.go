// Package edit makes statements and expressions from others, for whatever reason: copies ([Cloner]), blocks of what
// stands for their statements ([StandIns]), substitution, and operations on constants ([Fold]).
package edit
