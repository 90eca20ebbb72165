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

/** A batch job of tasks, each a line. Each subtask has a worker do some: a process that answers a line with "ok" or with what is wrong. */
public class Tasks extends RichMapFunction<Long, String> {
    /** How often a subtask is begun again before what its worker says is the end of the job. */
    private static final int PATIENCE = 2;

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

    /** The arguments are the name of the job, how many words the workers' command has, these words, and the tasks. */
    public static void main(String[] args) throws Exception {
        int words = 2 + Integer.parseInt(args[1]);
        Configuration c = new Configuration();
        // For some time after a TaskManager has died, Flink may go on using its slots.
        c.setString("restart-strategy.type", "exponential-delay");
        c.setString("restart-strategy.exponential-delay.initial-backoff", "500 ms");
        c.setString("restart-strategy.exponential-delay.max-backoff", "10 s");
        c.setString("restart-strategy.exponential-delay.attempts-before-reset-backoff", "30");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(c);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        // Unless it is said, the parallelism is guessed from the number of bytes, which is small. As it is the same everywhere,
        // there is no exchange: subtasks know nothing of one another, and are begun again alone.
        int parallelism = env.getParallelism();
        env.fromSequence(0, args.length - words - 1).setParallelism(parallelism)
            .map(new Tasks(Arrays.copyOfRange(args, 2, words), Arrays.copyOfRange(args, words, args.length))).setParallelism(parallelism)
            .sinkTo(new DiscardingSink<>()).setParallelism(parallelism);
        env.executeAsync(args[0]);
    }

    /**
     * Takes a worker that has nothing to do, or starts one. Workers outlive jobs, for they know more and more of what is explored. The
     * classes of a job do not: so the workers are among the properties of the system, and nothing but Java's own with them.
     */
    @Override
    @SuppressWarnings("unchecked")
    public void open(OpenContext context) throws Exception {
        idle = (Deque<Object[]>) System.getProperties().computeIfAbsent(Arrays.toString(command), key -> new ConcurrentLinkedDeque<Object[]>());
        for (Object[] some; (worker == null || !worker.isAlive()) && (some = idle.poll()) != null;) {
            worker = (Process) some[0];
            answers = (BufferedReader) some[1];
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
        // Who reads a pipe cannot be interrupted, as it must be when the job is cancelled; who waits for another thread can.
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
            // It has ended. Perhaps it has said why.
        }
        try {
            String first = null;
            for (String line; (line = answers.readLine()) != null; first = first == null ? line : first) {
                if (line.equals("ok") || line.startsWith("error: ")) {
                    return line;
                }
            }
            return (first == null ? "it has ended without a word" : first) + " (exit " + worker.waitFor() + ")";
        } catch (IOException | InterruptedException e) {
            return e.toString();
        }
    }

    private Exception failure(String words) {
        Exception e = new IOException("worker: " + words);
        return getRuntimeContext().getTaskInfo().getAttemptNumber() < PATIENCE ? e : new SuppressRestartsException(e);
    }

    /** Ends a worker that waits for a task: there is none any more. So it can say in the store that it leaves. */
    private static void end(Process worker) {
        try {
            worker.getOutputStream().close();
        } catch (IOException e) {
            worker.destroyForcibly();
        }
    }

    /** Leaves the worker to whoever comes next, within a minute. One that has half done something is killed: that is nothing. */
    @Override
    public void close() {
        if (worker == null || isBusy) {
            if (worker != null) {
                worker.destroyForcibly();
            }
            return;
        }
        Object[] left = {worker, answers};
        Deque<Object[]> among = idle;
        among.push(left);
        CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES).execute(() -> {
            if (among.remove(left)) {
                end((Process) left[0]);
            }
        });
    }
}
