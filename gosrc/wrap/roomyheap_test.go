package wrap_test

import _ "github.com/seed-4b734f86/gochad/internal/roomyheap"
