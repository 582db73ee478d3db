// The worker that runs the compiler.
import { serve } from './go.js'

serve('./compiler.wasm.gz', 'chadCompile', ['x y', ''])
