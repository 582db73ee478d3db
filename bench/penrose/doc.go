// Package penrose has the energy functions of diagrams as input for chad: scalar expression graphs in a folder, which
// chad does not ship, each with gradients by Penrose's own engine (Ni et al., "Penrose: from mathematical notation to
// beautiful diagrams", SIGGRAPH 2020). Rose was evaluated on them (ECOOP 2024). A graph becomes a definition of one
// long spine of lets by the Go API.
package penrose
