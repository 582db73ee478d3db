// The types of gochad: programs of numbers, written in TypeScript, differentiated and compiled where they run.

declare const kind: unique symbol
declare const signature: unique symbol

// Values of programs, which bodies of functions work on.

/** A value that a program computes. It is no number of JavaScript: operators such as + are functions here, add. */
export interface Var<K extends string> { readonly [kind]: K }
export type RealVar = Var<'Real'>
export type BoolVar = Var<'Bool'>
/** An int of a program, such as the index that vec and sum give to their bodies: a[i] is the element of an array. */
export type IntVar = symbol & Var<'Int'>
/** A number of a program, or of JavaScript, which is a constant there. */
export type Real = number | RealVar
export type Bool = boolean | BoolVar
export type Int = number | IntVar | Size
export type Null = null
/** An array of a program. It has the elements a[i], and where its length is a number of JavaScript it can be gone through. */
export type Vec<T> = { readonly [i: number | symbol]: T } & { [Symbol.iterator](): IterableIterator<T> } & { readonly length: number }

// Types of programs, which are values of JavaScript.

export interface Scalar<K extends string> { readonly [kind]: { type: K } }
export interface Vecs<T> { readonly [kind]: { elem: T } }
/** A length that is known when a compiled function is called. In programs it is an int, too. */
export interface Size { readonly name: string, readonly [kind]: 'Size' }
interface Tuple { readonly [i: number]: Type, readonly length: number }
interface Struct { readonly [field: string]: Type }
export type Type = Scalar<string> | Vecs<unknown> | Tuple | Struct

/** The numbers, 64-bit floating point. */
export declare const Real: Scalar<'Real'>
export declare const Bool: Scalar<'Bool'>
/** The integers of 64 bits. In calls of compiled functions they are numbers, exact up to 2⁵³. */
export declare const Int: Scalar<'Int'>
/** What has one value: the tangent of what does not vary. */
export declare const Null: Scalar<'Null'>
/** The arrays of a length. */
export declare function Vec<const T extends Type>(length: number | Size, elem: T): Vecs<T>
export declare function size(name: string): Size
/** The structs with these fields: the type itself, looked at. */
export declare function struct<const T extends Struct>(fields: T): T
/** A number with its tangent. */
export declare const Dual: { readonly re: Scalar<'Real'>, readonly du: Scalar<'Real'> }

/** The values that bodies are given. */
export type Symbolic<T> = T extends Scalar<'Real'> ? RealVar : T extends Scalar<'Bool'> ? BoolVar : T extends Scalar<'Int'> ? IntVar : T extends Scalar<'Null'> ? null
  : T extends Vecs<infer E> ? Vec<Symbolic<E>> : { [K in keyof T]: Symbolic<T[K]> }
/** The values that bodies give: those of the program, and constants. */
export type Value<T> = T extends Scalar<'Real'> ? Real : T extends Scalar<'Bool'> ? Bool : T extends Scalar<'Int'> ? Int : T extends Scalar<'Null'> ? null
  : T extends Vecs<infer E> ? Vec<Symbolic<E>> | ArrayLike<Value<E>> : { [K in keyof T]: Value<T[K]> }
/** The arguments of compiled functions. */
export type In<T> = T extends Scalar<'Real' | 'Int'> ? number : T extends Scalar<'Bool'> ? boolean : T extends Scalar<'Null'> ? null
  : T extends Vecs<infer E> ? ArrayLike<In<E>> : { [K in keyof T]: In<T[K]> }
/** The results of compiled functions. */
export type Out<T> = T extends Scalar<'Real' | 'Int'> ? number : T extends Scalar<'Bool'> ? boolean : T extends Scalar<'Null'> ? null
  : T extends Vecs<infer E> ? E extends Scalar<'Real'> ? Float64Array : Out<E>[] : { -readonly [K in keyof T]: Out<T[K]> }

type Varies<T> = [Type] extends [T] ? boolean : T extends Scalar<'Real'> ? true : T extends Scalar<string> ? false : T extends Vecs<infer E> ? Varies<E>
  : T extends readonly unknown[] ? true extends Varies<T[number]> ? true : false : true extends Varies<T[keyof T]> ? true : false
/** The type of tangents and cotangents: Null for what does not vary. */
export type Tangent<T> = [Type] extends [T] ? any : Varies<T> extends false ? Scalar<'Null'> : T extends Scalar<'Real'> ? T : T extends Vecs<infer E> ? Vecs<Tangent<E>> : { [K in keyof T]: Tangent<T[K]> }
/** What a gradient is: of one parameter its cotangent, else the list of all. */
export type Cotangents<P> = P extends readonly [infer T] ? Tangent<T> : { [K in keyof P]: Tangent<P[K]> }
type DualOf<T> = T extends Scalar<'Real'> ? typeof Dual : T

// Functions of programs.

/** A function of programs, recorded once. Other bodies call it. */
export interface Fn<P extends readonly Type[], R> {
  (...args: { [K in keyof P]: Value<P[K]> }): Symbolic<R>
  /** A derivative in place of the one that is made: from numbers with their tangents to the result with its tangent. Only the tangent counts. */
  jvp: ((...args: { [K in keyof P]: Value<DualOf<P[K]>> }) => Symbolic<DualOf<R>>) | undefined
  readonly [signature]: { params: P, ret: R }
}
export declare function fn<const P extends readonly Type[], const R extends Type, const V extends Value<R>>(params: P, ret: R, body: (...args: { [K in keyof P]: Symbolic<P[K]> }) => V): Fn<P, R>
/** A function of JavaScript that programs call, which must give equal results for equal arguments. Where it is differentiated it needs its jvp. */
export declare function opaque<const P extends readonly Scalar<'Real' | 'Int' | 'Bool'>[], const R extends Scalar<'Real' | 'Int' | 'Bool'>>(params: P, ret: R, f: (...args: { [K in keyof P]: In<P[K]> }) => In<R>): Fn<P, R>

/** The gradient of a function with one number as its result. */
export declare function grad<P extends readonly Type[]>(f: Fn<P, Scalar<'Real'>>): Fn<P, Cotangents<P>>
export declare function valueAndGrad<P extends readonly Type[]>(f: Fn<P, Scalar<'Real'>>): Fn<P, { readonly value: Scalar<'Real'>, readonly grad: Cotangents<P> }>
/** Reverse mode: the value, and the function from cotangents of the result to those of the parameters. */
export declare function vjp<P extends readonly Type[], R>(f: Fn<P, R>): (...args: { [K in keyof P]: Value<P[K]> }) => { readonly ret: Symbolic<R>, grad(cotangent: Value<Tangent<R>>): Symbolic<Cotangents<P>> }
/** Forward mode: the value, and the function from tangents of the parameters to that of the result. */
export declare function jvp<P extends readonly Type[], R>(f: Fn<P, R>): (...args: { [K in keyof P]: Value<P[K]> }) => { readonly ret: Symbolic<R>, tangent(...tangents: { [K in keyof P]: Value<Tangent<P[K]>> }): Symbolic<Tangent<R>> }

// Loops and branches. Their bodies are recorded once, and run by the program.

/** The element of an array, a[i]. */
export declare function at<T>(a: Vec<T>, i: number | IntVar): T
/** The array of f(0), …, f(n - 1). */
export declare function vec<const T extends Type, const V extends Value<T>>(n: number | Size, elem: T, f: (i: IntVar) => V): Vec<Symbolic<T>>
/** The sum of f(0), …, f(n - 1), in any order. */
export declare function sum(n: Int, f: (i: IntVar) => Real): RealVar
export declare function sum<const T extends Type, const V extends Value<T>>(n: Int, type: T, f: (i: IntVar) => V): Symbolic<T>
/** The state after n steps: f is given the state and the number of the step. */
export declare function loop<const T extends Type, const V extends Value<T>, const W extends Value<T>>(n: Int, state: T, start: V, f: (state: Symbolic<T>, i: IntVar) => W): Symbolic<T>
/** The first state of which test is false. */
export declare function loopWhile<const T extends Type, const V extends Value<T>, const W extends Value<T>>(state: T, start: V, test: (state: Symbolic<T>) => Bool, f: (state: Symbolic<T>) => W): Symbolic<T>
/** One of two values. */
export declare function select<const T extends Type, const V extends Value<T>, const W extends Value<T>>(c: Bool, type: T, yes: V, no: W): Symbolic<T>
/** What one of two branches gives, of which only that runs. */
export declare function cond<const T extends Type, const V extends Value<T>, const W extends Value<T>>(c: Bool, type: T, yes: () => V, no: () => W): Symbolic<T>

// Operations.

export declare function add(x: Real, y: Real): RealVar
export declare function sub(x: Real, y: Real): RealVar
export declare function mul(x: Real, y: Real): RealVar
export declare function div(x: Real, y: Real): RealVar
export declare function pow(x: Real, y: Real): RealVar
export declare function max(x: Real, y: Real): RealVar
export declare function min(x: Real, y: Real): RealVar
export declare function atan2(x: Real, y: Real): RealVar
export declare function hypot(x: Real, y: Real): RealVar
export declare function fmod(x: Real, y: Real): RealVar
export declare function copysign(x: Real, y: Real): RealVar
export declare function logaddexp(x: Real, y: Real): RealVar
export declare function xlogy(x: Real, y: Real): RealVar
export declare function neg(x: Real): RealVar
export declare function powi(x: Real, n: Int): RealVar
export declare function square(x: Real): RealVar
export declare function sqrt(x: Real): RealVar
export declare function cbrt(x: Real): RealVar
export declare function exp(x: Real): RealVar
export declare function expm1(x: Real): RealVar
export declare function exp2(x: Real): RealVar
export declare function log(x: Real): RealVar
export declare function log1p(x: Real): RealVar
export declare function log2(x: Real): RealVar
export declare function log10(x: Real): RealVar
export declare function sin(x: Real): RealVar
export declare function cos(x: Real): RealVar
export declare function tan(x: Real): RealVar
export declare function asin(x: Real): RealVar
export declare function acos(x: Real): RealVar
export declare function atan(x: Real): RealVar
export declare function sinh(x: Real): RealVar
export declare function cosh(x: Real): RealVar
export declare function tanh(x: Real): RealVar
export declare function asinh(x: Real): RealVar
export declare function acosh(x: Real): RealVar
export declare function atanh(x: Real): RealVar
export declare function abs(x: Real): RealVar
export declare function sign(x: Real): RealVar
export declare function floor(x: Real): RealVar
export declare function ceil(x: Real): RealVar
export declare function round(x: Real): RealVar
export declare function trunc(x: Real): RealVar
export declare function erf(x: Real): RealVar
export declare function erfc(x: Real): RealVar
export declare function lgamma(x: Real): RealVar
export declare function gamma(x: Real): RealVar
export declare function digamma(x: Real): RealVar
export declare function normcdf(x: Real): RealVar
export declare function sigmoid(x: Real): RealVar
export declare function softplus(x: Real): RealVar
export declare function relu(x: Real): RealVar
export declare function lt(x: Real, y: Real): BoolVar
export declare function leq(x: Real, y: Real): BoolVar
export declare function gt(x: Real, y: Real): BoolVar
export declare function geq(x: Real, y: Real): BoolVar
export declare function eq(x: Real, y: Real): BoolVar
export declare function neq(x: Real, y: Real): BoolVar
export declare function isnan(x: Real): BoolVar
export declare function and(p: Bool, q: Bool): BoolVar
export declare function or(p: Bool, q: Bool): BoolVar
export declare function not(p: Bool): BoolVar
export declare function iadd(i: Int, j: Int): IntVar
export declare function isub(i: Int, j: Int): IntVar
export declare function imul(i: Int, j: Int): IntVar
export declare function imin(i: Int, j: Int): IntVar
export declare function imax(i: Int, j: Int): IntVar
/** The quotient, rounded toward zero. */
export declare function idiv(i: Int, j: Int): IntVar
/** The remainder, with the sign of i. */
export declare function imod(i: Int, j: Int): IntVar
export declare function ilt(i: Int, j: Int): BoolVar
export declare function ileq(i: Int, j: Int): BoolVar
export declare function igt(i: Int, j: Int): BoolVar
export declare function igeq(i: Int, j: Int): BoolVar
export declare function ieq(i: Int, j: Int): BoolVar
export declare function ineq(i: Int, j: Int): BoolVar
export declare function real(i: Int): RealVar
/** The integer part. */
export declare function int(x: Real): IntVar

// Compiling.

export interface Options {
  /** Allows the optimiser what changes results in the last bits, or at infinities, NaN and signed zeros. */
  fastmath?: boolean
}
/** Compiles a function, or several by their names into one module. It rejects with a ProgramError. */
export declare function compile<P extends readonly Type[], R>(f: Fn<P, R>, options?: Options): Promise<Compiled<P, R>>
export declare function compile<const F extends { readonly [name: string]: Fn<any, any> }>(functions: F, options?: Options): Promise<{ [K in keyof F]: F[K] extends Fn<infer P, infer R> ? Compiled<P, R> : never }>
export type Compiled<P extends readonly Type[], R> = (...args: { [K in keyof P]: In<P[K]> }) => Out<R>
/** The program in the text language, which is what is compiled. */
export declare function text(f: Fn<any, any> | { readonly [name: string]: Fn<any, any> }, options?: Options): string

/** What is wrong with a program. */
export declare class ProgramError extends Error {
  /** The message without the place. */
  readonly reason: string
  /** Where the program was written: file:line:column, as the engine says it, or empty. */
  readonly place: string
  /** Further messages, with their places. */
  readonly more?: readonly string[]
}
