r spin -a model.pml
r gcc -O -o pan pan.c
r ./pan -n
r gcc -O -DBFS -o pan pan.c
r ./pan -n
r gcc -O -DBFS -DNOREDUCE -o pan pan.c
r ./pan -n
