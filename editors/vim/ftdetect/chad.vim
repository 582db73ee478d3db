autocmd BufNewFile,BufRead *.chad setfiletype chad
