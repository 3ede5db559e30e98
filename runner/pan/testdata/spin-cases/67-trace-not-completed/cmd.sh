r spin -a model.pml
r gcc -O -o pan pan.c
r ./pan -n
r ./pan -n -q
r ./pan -n -E
