r spin -a model.pml
r gcc -O -DNOREDUCE -o pan pan.c
r ./pan -n -a -f
r gcc -O -DNOREDUCE -DTRIX -o pan pan.c
r ./pan -n -a -f
r ./pan -n -a
