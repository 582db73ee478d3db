// The worker that shows programs at all stages.
import { serve } from './go.js'

serve('./explorer.wasm.gz', 'chadStages', ['def f (x : real) : real = x * x', 'f', 'reverse'])
