;; The gradient of Rosenbrock's function by hand: the value goes to `out`, the gradient to out + 8.
;; scalar carries x[i] and what x[i+1] gets from the term before; simd makes two terms at a time.
(module
  (memory (export "memory") 1)

  (func (export "scalar") (param $x i32) (param $n i32) (param $out i32)
    (local $end i32) (local $g i32) (local $a f64) (local $b f64) (local $t f64) (local $u f64) (local $carry f64) (local $s f64)
    (local.set $g (i32.add (local.get $out) (i32.const 8)))
    (local.set $end (i32.add (local.get $x) (i32.shl (i32.sub (local.get $n) (i32.const 1)) (i32.const 3))))
    (local.set $a (f64.load (local.get $x)))
    (if (i32.lt_u (local.get $x) (local.get $end)) (then
      (loop $next
        (local.set $b (f64.load offset=8 (local.get $x)))
        (local.set $t (f64.sub (local.get $b) (f64.mul (local.get $a) (local.get $a))))
        (local.set $u (f64.sub (f64.const 1) (local.get $a)))
        (local.set $s (f64.add (local.get $s) (f64.add
          (f64.mul (f64.const 100) (f64.mul (local.get $t) (local.get $t)))
          (f64.mul (local.get $u) (local.get $u)))))
        (local.set $t (f64.mul (local.get $t) (f64.const 200)))
        (f64.store (local.get $g) (f64.sub (local.get $carry) (f64.mul (f64.const 2)
          (f64.add (f64.mul (local.get $t) (local.get $a)) (local.get $u)))))
        (local.set $carry (local.get $t))
        (local.set $a (local.get $b))
        (local.set $g (i32.add (local.get $g) (i32.const 8)))
        (br_if $next (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 8))) (local.get $end))))))
    (f64.store (local.get $g) (local.get $carry))
    (f64.store (local.get $out) (local.get $s)))

  (func (export "simd") (param $x i32) (param $n i32) (param $out i32)
    (local $end i32) (local $g i32) (local $a v128) (local $b v128) (local $t v128) (local $u v128) (local $s v128) (local $last f64)
    (local $p f64) (local $q f64) (local $v f64)
    ;; terms i and i + 1: x[i], x[i+1] from one address, x[i+1], x[i+2] from the next
    (local.set $g (i32.add (local.get $out) (i32.const 8)))
    (local.set $end (i32.add (local.get $x) (i32.shl (i32.and (i32.sub (local.get $n) (i32.const 1)) (i32.const -2)) (i32.const 3))))
    (f64.store (local.get $g) (f64.const 0))
    (if (i32.lt_u (local.get $x) (local.get $end)) (then
      (loop $next
        (local.set $a (v128.load (local.get $x)))
        (local.set $b (v128.load offset=8 (local.get $x)))
        (local.set $t (f64x2.sub (local.get $b) (f64x2.mul (local.get $a) (local.get $a))))
        (local.set $u (f64x2.sub (v128.const f64x2 1 1) (local.get $a)))
        (local.set $s (f64x2.add (local.get $s) (f64x2.add
          (f64x2.mul (v128.const f64x2 100 100) (f64x2.mul (local.get $t) (local.get $t)))
          (f64x2.mul (local.get $u) (local.get $u)))))
        (local.set $t (f64x2.mul (local.get $t) (v128.const f64x2 200 200)))
        ;; g[i], g[i+1]: [what the term before left, t of term i] - 2(t a + u)
        (v128.store (local.get $g) (f64x2.sub
          (f64x2.replace_lane 1 (f64x2.splat (local.get $last)) (f64x2.extract_lane 0 (local.get $t)))
          (f64x2.mul (v128.const f64x2 2 2) (f64x2.add (f64x2.mul (local.get $t) (local.get $a)) (local.get $u)))))
        (local.set $last (f64x2.extract_lane 1 (local.get $t)))
        (local.set $g (i32.add (local.get $g) (i32.const 16)))
        (br_if $next (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end))))))
    (local.set $v (f64.add (f64x2.extract_lane 0 (local.get $s)) (f64x2.extract_lane 1 (local.get $s))))
    ;; an odd term
    (if (i32.eqz (i32.and (local.get $n) (i32.const 1))) (then
      (local.set $p (f64.load (local.get $x)))
      (local.set $q (f64.sub (f64.load offset=8 (local.get $x)) (f64.mul (local.get $p) (local.get $p))))
      (local.set $v (f64.add (local.get $v) (f64.add
        (f64.mul (f64.const 100) (f64.mul (local.get $q) (local.get $q)))
        (f64.mul (f64.sub (f64.const 1) (local.get $p)) (f64.sub (f64.const 1) (local.get $p))))))
      (local.set $q (f64.mul (local.get $q) (f64.const 200)))
      (f64.store (local.get $g) (f64.sub (local.get $last)
        (f64.mul (f64.const 2) (f64.add (f64.mul (local.get $q) (local.get $p)) (f64.sub (f64.const 1) (local.get $p))))))
      (local.set $last (local.get $q))
      (local.set $g (i32.add (local.get $g) (i32.const 8)))))
    (f64.store (local.get $g) (local.get $last))
    (f64.store (local.get $out) (local.get $v))))
