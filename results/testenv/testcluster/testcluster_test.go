package testcluster

import (
	"os"
	"testing"
	"time"
)

// TestStart: two clusters start side by side, run a job, and leave nothing.
func TestStart(t *testing.T) {
	var dirs []string
	t.Run("clusters", func(t *testing.T) {
		for range 2 {
			c := Start(t, Options{ArrayLimit: 4, CPUs: 2})
			dirs = append(dirs, c.Dir())
			out, err := c.Command("sbatch", "--mem=10M", "--chdir="+c.Dir(), "--output=/dev/null", "--wrap=echo $SLURM_JOB_ID > done").CombinedOutput()
			if err != nil {
				t.Fatalf("sbatch: %v: %s", err, out)
			}
			c.await("the job", func() bool {
				_, err := os.Stat(c.path("done"))
				return err == nil
			})
			if out, err := c.Command("sbatch", "--mem=10M", "--output=/dev/null", "--wrap=sleep 600").CombinedOutput(); err != nil {
				t.Fatalf("sbatch: %v: %s", err, out)
			}
			c.await("the second job", func() bool { return len(c.Tasks()) > 0 })
		}
		time.Sleep(100 * time.Millisecond)
	})
	for _, dir := range dirs {
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", dir, err)
		}
	}
}
