r spin -a -o3 model.pml
r gcc -O -DNOREDUCE -o pan pan.c
r ./pan -n -m4
r ./pan -n -m5            # the deadlock lies at the limit
r ./pan -n -m6
r gcc -O -DNOREDUCE -DBFS -o pan pan.c
r ./pan -n -m5
