r spin -a model.pml
r gcc -O -DNOREDUCE -o pan pan.c
r ./pan -n -a
r ./pan -n
