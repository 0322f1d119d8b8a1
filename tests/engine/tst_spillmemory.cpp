// SPDX-License-Identifier: Apache-2.0
// Lists beyond the budget lie in a file and are as they were; what is given back is given out again; a file that cannot
// grow leaves them in memory and says why.
#include "engine/base/freeranges.h"
#include "engine/base/longlist.h"
#include "engine/base/spillmemory.h"
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"
#include "tests/support/processmemory.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

#include <csignal>
#include <memory>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jitscope::tst_spillmemory {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int64_t megabyte = int64_t(1) << 20;

/** From here on everything goes to the file, until it goes. */
class NoBudget {
public:
    NoBudget() { setSpillBudget(0); }
    NoBudget(const NoBudget &) = delete;
    NoBudget &operator=(const NoBudget &) = delete;
    ~NoBudget() { setSpillBudget(m_before); }

private:
    const int64_t m_before = spillUse().budget;
};

LongList<int64_t> numbersTo(int64_t count) {
    LongList<int64_t> list;
    for (int64_t i = 0; i < count; ++i)
        list.push_back(i);
    return list;
}

Session sessionOf(int64_t operators) {
    Session session;
    const TrackId track = session.trace.addTrack("Host", "Python", 0);
    for (int64_t i = 0; i < operators; ++i) {
        OpEvent op;
        op.number = i + 1;
        op.op = i % 3 == 0 ? "Add" : "Mul";
        op.inputs = {i, i + 1};
        op.outputs = {i + 2};
        op.startNs = i * 1000;
        op.durationNs = i % 700;
        session.ops.push_back(op);
        session.trace.addSlice(track, op.op.str(), "op", op.startNs, op.durationNs, {.op = op.number});
    }
    return session;
}

} // namespace

class SpillMemoryTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder{QDir::current().filePath("spill-XXXXXX")}; // not where files may be memory
private Q_SLOTS:
    void initTestCase() {
        QCOMPARE(spillRoom(), int64_t(0)); // without a folder
        useSpillFolder(m_folder.path().toStdString());
        QVERIFY(spillRoom() > 0);
    }

    /** In a child: the file is made once. */
    void aFileThatCannotBeMadeLeavesListsInMemoryAndSaysWhy() {
        const pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit none{0, 0};
            const bool isLimited = ::setrlimit(RLIMIT_FSIZE, &none) == 0;
            const NoBudget everything;
            const LongList<int64_t> list = numbersTo(megabyte);
            const SpillUse use = spillUse();
            ::_exit(isLimited && use.inFile == 0 && use.inMemory >= 8 * megabyte && !use.trouble.empty() &&
                            spillRoom() == 0 && list.back() == megabyte - 1
                        ? 0
                        : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }

    void withinTheBudgetAllIsInMemory() {
        const SpillUse before = spillUse();
        const LongList<int64_t> list = numbersTo(megabyte / 8);
        QCOMPARE(spillUse().inFile, before.inFile);
        QVERIFY(spillUse().inMemory >= before.inMemory + megabyte);
    }

    void beyondTheBudgetBlocksLieInTheFileAndAreAsTheyWere() {
        const SpillUse before = spillUse();
        {
            const NoBudget everything;
            LongList<int64_t> list = numbersTo(8 * megabyte / 8);
            QVERIFY2(spillUse().trouble.empty(), spillUse().trouble.c_str());
            QVERIFY(spillUse().inFile >= 8 * megabyte);
            QCOMPARE(spillUse().inMemory, before.inMemory);
            LongVector<int64_t> column(list.begin(), list.end());
            column.push_back(-1); // moves to a larger place
            const LongList<int64_t> copy = list, moved = std::move(list);
            for (int64_t i = 0; i < megabyte; ++i)
                QVERIFY(copy[size_t(i)] == i && moved[size_t(i)] == i && column[size_t(i)] == i);
        }
        QCOMPARE(spillUse().inFile, before.inFile);
        QCOMPARE(spillUse().inMemory, before.inMemory);
    }

    void whatIsGivenBackIsGivenOutAgain() {
        const NoBudget everything;
        const int64_t room = spillRoom();
        for (int round = 0; round < 10; ++round) {
            const LongList<int64_t> list = numbersTo(megabyte);
            QVERIFY(spillUse().inFile < 10 * megabyte);
        }
        QCOMPARE(spillRoom(), room);
    }

    void blocksOfAllSizesDoNotOverlap() {
        const NoBudget everything;
        std::mt19937 random(7);
        struct Block {
            uint8_t *bytes;
            size_t size;
            uint8_t mark;
        };
        std::vector<Block> blocks;
        for (int i = 0; i < 2000; ++i) {
            if (blocks.size() < 40 || random() % 2) {
                const size_t size = spillableBytes + random() % (4 * spillableBytes);
                blocks.push_back({static_cast<uint8_t *>(allocateSpillable(size)), size, uint8_t(random())});
                std::fill_n(blocks.back().bytes, size, blocks.back().mark);
                continue;
            }
            const size_t at = random() % blocks.size();
            const Block block = std::exchange(blocks[at], blocks.back());
            blocks.pop_back();
            QVERIFY(
                std::all_of(block.bytes, block.bytes + block.size, [&](uint8_t byte) { return byte == block.mark; }));
            releaseSpillable(block.bytes, block.size);
        }
        for (const Block &block : blocks)
            releaseSpillable(block.bytes, block.size);
        QCOMPARE(spillUse().inFile, int64_t(0));
    }

    void aRecordingInTheFileIsTheOneInMemory() {
        constexpr int64_t operators = 100'000;
        const Session inMemory = sessionOf(operators);
        const NoBudget everything;
        Session inFile = sessionOf(operators);
        QVERIFY(spillUse().inFile > operators * 50);
        inFile.trace.arrange();
        for (int64_t i = 0; i < operators; i += 97) {
            const OpEvent one = inMemory.ops[size_t(i)], other = inFile.ops[size_t(i)];
            eachField<OpEvent>([&](auto field) { QVERIFY(field.of(one) == field.of(other)); });
            QCOMPARE(inFile.trace.startOf(SliceId{i}), inMemory.trace.startOf(SliceId{i}));
            QVERIFY(inFile.trace.linkOf(SliceId{i}) == inMemory.trace.linkOf(SliceId{i}));
        }
    }

    /** The memory of the process itself does not grow: pages of a file give way when the system needs them. */
    void theProcessKeepsNothingOfWhatLiesInTheFile() {
#ifdef JITSCOPE_SANITIZED
        QSKIP("memory is measured without the sanitizer");
#endif
        const NoBudget everything;
        const int64_t before = memoryOf("self").own;
        const LongList<int64_t> list = numbersTo(64 * megabyte / 8);
        const int64_t grown = memoryOf("self").own - before;
        QVERIFY2(grown < 8 * megabyte, qPrintable(QString::number(grown)));
    }

    void aForkedChildChangesNothingOfItsParents() {
        const NoBudget everything;
        auto list = std::make_unique<LongList<int64_t>>(numbersTo(megabyte));
        const pid_t child = ::fork();
        if (child == 0) {
            list.reset();
            const LongList<int64_t> own = numbersTo(megabyte);
            ::_exit(spillUse().inMemory >= 8 * megabyte ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        for (int64_t i = 0; i < megabyte; ++i)
            QVERIFY((*list)[size_t(i)] == i);
    }
};

JITSCOPE_TEST(SpillMemoryTest)

} // namespace jitscope::tst_spillmemory

#include "tst_spillmemory.moc"
