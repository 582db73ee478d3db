package nbtmp
import ("testing"
 "github.com/seed-4b734f86/gochad/bench/data"
 "github.com/seed-4b734f86/gochad/bench/hand"
 "github.com/seed-4b734f86/gochad/bench/models/nbody")
func like(x [][]float64) [][]float64 { y:=make([][]float64,len(x)); for i:=range x {y[i]=make([]float64,len(x[i]))}; return y}
func BenchmarkGen(b *testing.B){ x,v,m,h:=data.NBody(16); ox,ov:=like(x),like(v); w:=nbody.NewNbodyGradWorkspace(); for range b.N { w.NbodyGrad(x,v,m,h,10,ox,ov)}}
func BenchmarkHand(b *testing.B){ x,v,m,h:=data.NBody(16); ox,ov:=like(x),like(v); var w hand.NBody; for range b.N { w.Grad(x,v,m,h,10,ox,ov)}}
