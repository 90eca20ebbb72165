import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A batch job of tasks, one line each. Each subtask passes tasks to a worker process, which answers "ok" or "error: REASON". */
public class Tasks extends RichMapFunction<Long, String> {
    /** Restarts of a subtask before an error of its worker ends the job. */
    private static final int MAX_RESTARTS = 2;

    private final String[] command;
    private final String[] tasks;
    private transient Deque<Object[]> idle;
    private transient Process worker;
    private transient BufferedReader answers;
    private transient boolean isBusy;

    private Tasks(String[] command, String[] tasks) {
        this.command = command;
        this.tasks = tasks;
    }

    /** The arguments are the name of the job, the number of words of the workers' command, these words, and the tasks. */
    public static void main(String[] args) throws Exception {
        int words = 2 + Integer.parseInt(args[1]);
        Configuration c = new Configuration();
        // Flink may use the slots of a dead TaskManager for some time.
        c.setString("restart-strategy.type", "exponential-delay");
        c.setString("restart-strategy.exponential-delay.initial-backoff", "500 ms");
        c.setString("restart-strategy.exponential-delay.max-backoff", "10 s");
        c.setString("restart-strategy.exponential-delay.attempts-before-reset-backoff", "30");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(c);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        // By default Flink derives the parallelism from the number of bytes, which is small. The same parallelism everywhere avoids
        // an exchange, so that subtasks are independent and restart alone.
        int parallelism = env.getParallelism();
        env.fromSequence(0, args.length - words - 1).setParallelism(parallelism)
            .map(new Tasks(Arrays.copyOfRange(args, 2, words), Arrays.copyOfRange(args, words, args.length))).setParallelism(parallelism)
            .sinkTo(new DiscardingSink<>()).setParallelism(parallelism);
        env.executeAsync(args[0]);
    }

    /**
     * Takes an idle worker, or starts one. Workers outlive jobs, since they cache values of the exploration. The classes of a job do
     * not outlive it. So idle workers are in the system properties, as objects of Java's own classes.
     */
    @Override
    @SuppressWarnings("unchecked")
    public void open(OpenContext context) throws Exception {
        idle = (Deque<Object[]>) System.getProperties().computeIfAbsent(Arrays.toString(command), key -> new ConcurrentLinkedDeque<Object[]>());
        for (Object[] next; (worker == null || !worker.isAlive()) && (next = idle.poll()) != null;) {
            worker = (Process) next[0];
            answers = (BufferedReader) next[1];
        }
        if (worker != null && worker.isAlive()) {
            return;
        }
        try {
            worker = new ProcessBuilder(command).redirectErrorStream(true).start();
            answers = new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw failure(e.getMessage());
        }
    }

    @Override
    public String map(Long i) throws Exception {
        isBusy = true;
        // A cancelled job interrupts this thread. A read of a pipe cannot be interrupted, so another thread reads.
        String answer = CompletableFuture.supplyAsync(() -> ask(tasks[i.intValue()]), call -> new Thread(call).start()).get();
        if (!answer.equals("ok")) {
            throw failure(answer);
        }
        isBusy = false;
        return answer;
    }

    private String ask(String task) {
        try {
            worker.getOutputStream().write((task + "\n").getBytes(StandardCharsets.UTF_8));
            worker.getOutputStream().flush();
        } catch (IOException e) {
            // The worker has ended. Its output may have a reason.
        }
        try {
            String first = null;
            for (String line; (line = answers.readLine()) != null; first = first == null ? line : first) {
                if (line.equals("ok") || line.startsWith("error: ")) {
                    return line;
                }
            }
            return (first == null ? "it ended without output" : first) + " (exit " + worker.waitFor() + ")";
        } catch (IOException | InterruptedException e) {
            return e.toString();
        }
    }

    private Exception failure(String message) {
        Exception e = new IOException("worker: " + message);
        return getRuntimeContext().getTaskInfo().getAttemptNumber() < MAX_RESTARTS ? e : new SuppressRestartsException(e);
    }

    /** Closes the input of an idle worker. The worker then writes its last report to the store, and ends. */
    private static void end(Process worker) {
        try {
            worker.getOutputStream().close();
        } catch (IOException e) {
            worker.destroyForcibly();
        }
    }

    /** Makes the worker idle for a minute. A worker with an unfinished task is killed. */
    @Override
    public void close() {
        if (worker == null || isBusy) {
            if (worker != null) {
                worker.destroyForcibly();
            }
            return;
        }
        Object[] entry = {worker, answers};
        Deque<Object[]> entries = idle;
        entries.push(entry);
        CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES).execute(() -> {
            if (entries.remove(entry)) {
                end((Process) entry[0]);
            }
        });
    }
}
