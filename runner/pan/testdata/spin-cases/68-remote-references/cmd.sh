r spin -a -o3 model.pml
r "gcc -O -w -o pan pan.c && ./pan -n"
r "gcc -O -o pan pan.c && ./pan -n"
r "gcc -O -w -DNOREDUCE -o pan pan.c && ./pan -n"
