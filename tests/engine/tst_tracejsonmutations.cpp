// SPDX-License-Identifier: Apache-2.0
// Damaged trace files, made of small good ones: the reader must come back in time, with a trace that holds what a trace
// promises, whatever the bytes.
#include "tests/support/testprogram.h"
#include "tests/support/tracefiles.h"

#include <QElapsedTimer>
#include <QObject>

#include <random>

namespace jitscope::tst_tracejsonmutations {

using namespace jitscope;

namespace {

/** Changes some bytes: flips, cuts, repeats and moves, and writes in what means something in JSON. */
class Mutator {
public:
    explicit Mutator(uint64_t seed)
        : m_random(seed) {}

    std::string mutated(std::string text, const std::string &other) {
        const size_t times = 1 + below(4);
        for (size_t i = 0; i < times; ++i)
            mutate(text, other);
        return text;
    }

private:
    size_t below(size_t count) { return count == 0 ? 0 : m_random() % count; }

    void mutate(std::string &text, const std::string &other) {
        const size_t at = below(text.size() + 1), size = below(1 + std::min<size_t>(text.size() - at, 64));
        static const char *pieces[] = {"\"",
                                       "\\",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "\"ph\"",
                                       "1e999",
                                       "-",
                                       "NaN",
                                       "null",
                                       "{\"ph\":\"X\"",
                                       "9223372036854775807",
                                       "\"traceEvents\":[",
                                       "\xFF",
                                       "\\u12",
                                       "E"};
        switch (below(6)) {
        case 0:
            if (at < text.size()) text[at] = char(m_random());
            break;
        case 1:
            text.erase(at, size);
            break;
        case 2:
            text.insert(at, text.substr(at, size));
            break;
        case 3:
            text.insert(at, pieces[below(std::size(pieces))]);
            break;
        case 4:
            text.resize(at);
            break;
        default:
            text.insert(at, other.substr(below(other.size()), 200));
        }
    }

    std::mt19937_64 m_random;
};

/** What is wrong with a trace that came of a file; "" for nothing. */
std::string fault(const Trace &trace) {
    const auto isSlice = [&](SliceId id) { return id.valid() && id.value < trace.sliceCount(); };
    if (trace.arrangedCount() != trace.sliceCount()) return "not arranged";
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        int64_t end = 0;
        const SliceId id{i};
        if (trace.durationOf(id) < 0 || __builtin_add_overflow(trace.startOf(id), trace.durationOf(id), &end))
            return "a slice of impossible length";
        if (i < 50) (void)trace.slice(id);
    }
    for (const Flow &flow : trace.flows())
        if (!isSlice(flow.from) || !isSlice(flow.to)) return "an arrow into nothing";
    int64_t covered = 0;
    for (const LaneRow &row : trace.laneRows()) {
        if (row.first != covered) return "rows with gaps";
        covered += row.count;
    }
    return covered == trace.sliceCount() ? "" : "slices without a row";
}

} // namespace

class TraceJsonMutationsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anyBytesAreRead() {
        std::vector<std::string> seeds;
        for (const char *folder : {"trace/json", "chrome_trace"})
            for (const auto &entry : std::filesystem::directory_iterator(testing::dataPath(folder)))
                seeds.push_back(testing::readText(entry.path().string()));
        QVERIFY(seeds.size() >= 5);
        const testing::TraceFolder folder;
        QElapsedTimer timer;
        timer.start();
        // A longer run: JITSCOPE_MUTATION_SECONDS=600 QTEST_FUNCTION_TIMEOUT=900000.
        const int seconds = qEnvironmentVariableIntValue("JITSCOPE_MUTATION_SECONDS");
        const int milliseconds = seconds > 0 ? seconds * 1000 : 4000;
        int count = 0;
        for (; timer.elapsed() < milliseconds; ++count) {
            Mutator mutator(uint64_t(count) + 1);
            const std::string text = mutator.mutated(seeds[size_t(count) % seeds.size()],
                                                     seeds[size_t(count) / seeds.size() % seeds.size()]);
            const auto read = folder.read(text);
            if (read)
                QVERIFY2(fault(read->trace).empty(),
                         (fault(read->trace) + " in mutation " + std::to_string(count)).c_str());
            if (!read) QVERIFY(read.error().message.find("trace.json: ") != std::string::npos);
        }
        qInfo("%d mutations", count);
    }
};

JITSCOPE_TEST(TraceJsonMutationsTest)

} // namespace jitscope::tst_tracejsonmutations

#include "tst_tracejsonmutations.moc"
