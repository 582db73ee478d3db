" Vim syntax file
" Language: chad, the text language of gochad (docs/grammar.md)

if exists('b:current_syntax')
  finish
endif

" A name may have primes, subscripts and letters of any script. Vim takes all letters beyond Latin for parts of words.
syntax iskeyword @,48-57,_,39,192-255
syntax case match

" Of two matches that begin at one place the later wins.
syntax match chadOperator /:>\|->\|→\|==\|!=\|≠\|<=\|≤\|>=\|≥\|&&\|||\|[=|<>+\-*/%^?]/
syntax match chadLambda /\\\|λ/
syntax match chadInteger /\<\d\+\>/
syntax match chadInteger /\<0[xX]\x\+\>/
syntax match chadReal /\<\d\+\.\d\+\%([eE][+-]\?\d\+\)\?\>/
syntax match chadReal /\<\d\+[eE][+-]\?\d\+\>/
syntax match chadMember /\%(\k\|[)\]}]\)\@1<=\.\d\+/
syntax match chadFunction /\<inj\?[1-9]\>/
" What a declaration is about, also where a builtin has the name.
syntax match chadName /\%(\<\%(def\|data\|type\|derivative\|adjoint\|let\|in\|case\|of\|if\|then\|else\|loop\|for\|while\|do\|checkpoint\)\>\)\@!\k\+/ contained

syntax keyword chadDeclaration def data type derivative adjoint nextgroup=chadName skipwhite skipempty
syntax keyword chadKeyword let in case of if then else loop for while do checkpoint collect
syntax keyword chadWildcard _
syntax keyword chadConstant true false inf nan pi
syntax keyword chadType real int bool unit idx
syntax keyword chadFunction abs acos acosh and argmax asin asinh atan atan2 atanh bits bits32 build cbrt ceil clz
syntax keyword chadFunction concat copysign cos cosh ctz digamma dim eq erf erfc erfcinv erfinv exp exp2 expm1 filter
syntax keyword chadFunction filterIdx fixpoint floor fma fmod fold frexpexp frexpfrac frombits frombits32 fst gamma
syntax keyword chadFunction gather ge gmul grad gt histogram hypot iadd iand iandnot idiv ieq ige igt ile ilogb ilt
syntax keyword chadFunction imax imin imod imul index ine ineg inot ior iota ishl ishr isinf isnan isub iushr ixor j0
syntax keyword chadFunction j1 jn jvp ldexp le length lgamma lgammasign log log10 log1mexp log1p log2 logaddexp logb
syntax keyword chadFunction logit lt map mathmax mathmin matmul max maximum min minimum modffrac ne neg nextafter
syntax keyword chadFunction nextafter32 normcdf normpdf not oneHot or pack polygamma popcnt pow pow10 powi product
syntax keyword chadFunction reduce relu remainder replicate reverse root round round32 round64 roundaway scan scatter
syntax keyword chadFunction scatterAdd set sext16 sext32 sext8 sigmoid sign signbit sin sinh size slice snd softplus
syntax keyword chadFunction sqrt square sum tan tanh transpose trunc udiv uint ule ult umod ureal vjp xlogy y0 y1 yn
syntax keyword chadFunction zext16 zext32 zext8 zipWith inl inr

syntax match chadComment /--.*$/ contains=chadTodo
syntax match chadDirective /^\s*--chad:.*$/
syntax keyword chadTodo TODO FIXME contained

highlight default link chadComment Comment
highlight default link chadConstant Boolean
highlight default link chadDeclaration Keyword
highlight default link chadDirective PreProc
highlight default link chadFunction Function
highlight default link chadInteger Number
highlight default link chadKeyword Statement
highlight default link chadLambda Statement
highlight default link chadMember Identifier
highlight default link chadName Function
highlight default link chadOperator Operator
highlight default link chadReal Float
highlight default link chadTodo Todo
highlight default link chadType Type
highlight default link chadWildcard Special

let b:current_syntax = 'chad'
