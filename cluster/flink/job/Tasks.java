import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
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
    private transient Process worker;
    private transient BufferedReader answers;

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

    @Override
    public void open(OpenContext context) throws Exception {
        try {
            worker = new ProcessBuilder(command).redirectErrorStream(true).start();
            answers = new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw failure(e.getMessage());
        }
    }

    @Override
    public String map(Long i) throws Exception {
        // Who reads a pipe cannot be interrupted, as it must be when the job is cancelled; who waits for another thread can.
        String answer = CompletableFuture.supplyAsync(() -> ask(tasks[i.intValue()]), call -> new Thread(call).start()).get();
        if (!answer.equals("ok")) {
            throw failure(answer);
        }
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

    /** What a worker has half done when it is killed is nothing. */
    @Override
    public void close() {
        if (worker != null) {
            worker.destroyForcibly();
        }
    }
}
