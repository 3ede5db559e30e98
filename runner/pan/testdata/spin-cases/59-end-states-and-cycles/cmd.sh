r spin -a model.pml
r gcc -O -o pan pan.c
r ./pan -n
r ./pan -n -a
r ./pan -n -a -f
