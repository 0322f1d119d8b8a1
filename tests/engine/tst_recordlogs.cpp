// SPDX-License-Identifier: Apache-2.0
// What goes into the compact lists of a recording comes out as it was, however it was put there.
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"
#include "engine/session/valuerows.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace jitscope::tst_recordlogs {

using namespace jitscope;

namespace {

template<class Record> bool isSame(const Record &a, const Record &b) {
    bool same = true;
    eachField<Record>([&](auto field) {
        using Each = decltype(field);
        same = same && Each::of(a) == Each::of(b);
    });
    return same;
}

bool isSame(const TensorRecord &a, const TensorRecord &b) {
    return isSame<TensorRecord>(a, b) && a.op == b.op && a.firstUse == b.firstUse &&
           a.value.memory() == b.value.memory() &&
           (!a.value.memory() || (a.value.view() == b.value.view() && a.value.offset() == b.value.offset()));
}

class Random {
public:
    explicit Random(unsigned seed)
        : m_generator(seed) {}
    int64_t upTo(int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(m_generator); }
    bool oneIn(int64_t times) { return upTo(times - 1) == 0; }
    /** Mostly small, now and then beyond 32 bits. */
    int64_t number() { return oneIn(9) ? int64_t(1) << upTo(62) : upTo(1000) - 1; }
    SharedText text() { return oneIn(3) ? SharedText() : SharedText("text " + std::to_string(upTo(5))); }
    IdList ids() {
        std::vector<int64_t> ids(oneIn(20) ? size_t(upTo(400)) : size_t(upTo(5)));
        std::ranges::generate(ids, [this] { return number(); });
        return ids;
    }

private:
    std::mt19937 m_generator;
};

OpEvent anyOp(Random &random, int64_t number) {
    OpEvent op;
    op.number = random.oneIn(50) ? random.number() : number; // a damaged file
    op.op = random.text();
    op.inputs = random.ids();
    op.outputs = random.ids();
    op.operands = random.text();
    op.result = random.text();
    op.startNs = random.number();
    op.durationNs = random.number();
    op.scope = random.text();
    op.stack = int(random.upTo(4)) - 1;
    op.compilation = int(random.upTo(2)) - 1;
    op.node = NodeId{random.upTo(5) - 1};
    op.graphCall = random.number();
    op.isKernel = random.oneIn(4);
    op.phase = OpPhase(random.upTo(2));
    op.writes = random.oneIn(4);
    op.forward = random.number();
    op.error = random.oneIn(9) ? random.text() : SharedText();
    op.cost = {double(random.upTo(3)), double(random.upTo(3))};
    return op;
}

/** Whose value of number n are n % 50 bytes. */
class SomeValues : public ValueTable {
public:
    Result<StoragePtr> load(uint32_t number) const override { return StoragePtr(Storage::allocate(number % 50)); }
    int64_t bytes(uint32_t number) const override { return number % 50; }
    bool isInMemory(uint32_t) const override { return true; }
    bool isDropped(uint32_t) const override { return false; }
};

RecordedValue anyValue(Random &random) {
    static const std::array<std::shared_ptr<const ValueTable>, 3> tables{
        std::make_shared<SomeValues>(), std::make_shared<SomeValues>(), std::make_shared<SomeValues>()};
    if (random.oneIn(3)) return Tensor::of({2}, std::vector<float>{1, 2});
    const auto &table = tables[random.oneIn(9) ? size_t(random.upTo(2)) : 0];
    const uint32_t number = random.oneIn(20) ? ~uint32_t(0) - uint32_t(random.upTo(3)) : uint32_t(random.upTo(5000));
    return {RecordedMemory(table, number), RecordedView{{2}, {1}, DType::Float32},
            random.oneIn(2) ? 0 : random.number()};
}

TensorRecord anyTensor(Random &random, int64_t id) {
    TensorRecord tensor;
    tensor.id = random.oneIn(50) ? random.number() : id;
    tensor.dtype = random.oneIn(3) ? DType::Int32 : DType::Float32;
    for (int64_t rank = random.upTo(3); rank > 0; --rank)
        tensor.shape.push(random.upTo(3));
    if (random.oneIn(3)) tensor.value = anyValue(random);
    tensor.name = random.text();
    tensor.op = random.number();
    tensor.firstUse = random.number();
    tensor.memory = random.number();
    return tensor;
}

StorageEvent anyEvent(Random &random) {
    return {random.number(), random.number(), random.number(), random.oneIn(2)};
}

template<class Log, class Record> void compare(const Log &log, const std::vector<Record> &expected) {
    QCOMPARE(log.size(), expected.size());
    size_t place = 0;
    for (const Record &each : log) {
        QVERIFY(isSame(each, expected[place]));
        QVERIFY(isSame(log[place], expected[place]));
        ++place;
    }
    QCOMPARE(place, expected.size());
}

/** Parts of random lengths, made by `record` and put behind each other. */
template<class Log, class Make> void appendAtRandom(Random &random, Make record) {
    Log log;
    std::vector<typename Log::value_type> expected;
    for (int64_t parts = random.upTo(6); parts >= 0; --parts) {
        Log part;
        for (int64_t i = random.upTo(30); i > 0; --i) {
            expected.push_back(record(int64_t(expected.size()) + 1));
            part.push_back(expected.back());
        }
        log.append(std::move(part));
    }
    compare(log, expected);
    const Log copy = log;
    log = {};
    compare(copy, expected);
}

} // namespace

class RecordLogsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void operatorsComeOutAsTheyWere() {
        for (unsigned seed = 0; seed < 60; ++seed) {
            Random random(seed);
            appendAtRandom<OpLog>(random, [&](int64_t number) { return anyOp(random, number); });
        }
    }
    /** Rows of neighbours say what they differ by; blocks of them are longer than the parts above. */
    void operatorsOfALoopFitTheirRows() {
        OpLog log;
        std::vector<OpEvent> expected;
        constexpr int64_t count = 50'000, partOps = 777;
        for (OpLog part; int64_t(expected.size()) < count;) {
            OpEvent op;
            op.number = int64_t(expected.size()) + 1;
            op.op = op.number % 2 ? "Add" : "Mul";
            op.inputs = {op.number, op.number - 1};
            op.outputs = {op.number + 1};
            op.startNs = 1'000'000'000'000 + op.number * 1'000'000; // a millisecond each
            op.durationNs = 900'000;
            part.push_back(op);
            expected.push_back(op);
            if (part.size() == partOps || int64_t(expected.size()) == count) log.append(std::exchange(part, {}));
        }
        compare(log, expected);
        QVERIFY2(log.bytes() < 40 * count, qPrintable(QString::number(log.bytes() / count)));
        for (size_t place = 0; place < log.size(); ++place) {
            QVERIFY(log.kind(place).has_value());
            QCOMPARE(log.startNs(place), expected[place].startNs);
        }
        OpEvent far = expected[20'000]; // before all of its neighbours, with other tensors
        far.startNs = 1;
        far.inputs = {7, 8, 9};
        log.set(20'000, far);
        expected[20'000] = far;
        compare(log, expected);
    }
    void tensorsComeOutAsTheyWere() {
        for (unsigned seed = 0; seed < 60; ++seed) {
            Random random(seed);
            appendAtRandom<TensorLog>(random, [&](int64_t id) { return anyTensor(random, id); });
        }
    }
    void rowsOfValuesComeOutAsTheyWere() {
        Random random(7);
        ValueRows rows;
        std::vector<ValueRows::Row> expected;
        std::vector<std::string> elements;
        for (int i = 0; i < 30000; ++i) {
            QCOMPARE(int(rows.add()), i);
            expected.emplace_back();
            elements.emplace_back();
        }
        QCOMPARE(rows[29999].where, ValueRows::Where::Unknown);
        for (int i = 0; i < 60000; ++i) {
            const auto number = uint32_t(random.upTo(29999));
            ValueRows::Row &row = expected[number];
            if (random.oneIn(2) && row.where != ValueRows::Where::Here) {
                elements[number] = std::string(size_t(random.oneIn(50) ? 1024 : random.upTo(40)), char('a' + i % 26));
                rows.setHere(number, elements[number]);
                row = {ValueRows::Where::Here, 0, int64_t(elements[number].size())};
            } else if (random.oneIn(3)) {
                elements[number].clear();
                row = {ValueRows::Where::InFile, random.upTo(int64_t(1) << 55), random.upTo(int64_t(1) << 40),
                       uint64_t(random.number()) * 0x9e3779b97f4a7c15};
                rows.set(number, row);
            } else {
                elements[number].clear();
                row = {ValueRows::Where::Elsewhere, random.upTo(int64_t(1) << 41), random.upTo(int64_t(1) << 40)};
                rows.set(number, row);
            }
        }
        for (uint32_t number = 0; number < rows.size(); ++number) {
            const ValueRows::Row row = rows[number];
            QCOMPARE(row.where, expected[number].where);
            QCOMPARE(row.bytes, expected[number].bytes);
            QCOMPARE(std::string(rows.here(number)), elements[number]);
            if (row.where == ValueRows::Where::Here) continue;
            QCOMPARE(row.at, expected[number].at);
            QCOMPARE(row.checksum, expected[number].checksum);
        }
    }
    void numbersAreFoundByAnySerials() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            Random random(seed);
            SerialNumbers numbers;
            std::map<int64_t, uint32_t> expected;
            int64_t serial = random.number();
            for (int i = 0; i < 2000; ++i) {
                if (random.oneIn(15)) serial = random.oneIn(2) ? random.number() : -random.number();
                if (expected.contains(++serial)) continue;
                numbers.add(serial);
                expected.emplace(serial, uint32_t(expected.size()));
            }
            for (const auto &[each, number] : expected) {
                QCOMPARE(numbers.find(each), std::optional(number));
                QCOMPARE(numbers.serialOf(number), each);
            }
            for (int i = 0; i < 1000; ++i) {
                const int64_t asked = random.number();
                QCOMPARE(numbers.find(asked).has_value(), expected.contains(asked));
            }
            int64_t count = 0;
            for (const SerialNumbers::Run &run : numbers.runs())
                for (int64_t each = run.first; each < run.first + run.count; ++each)
                    count += expected.contains(each);
            QCOMPARE(count, int64_t(expected.size()));
        }
    }
    void storageEventsComeOutAsTheyWere() {
        for (unsigned seed = 0; seed < 60; ++seed) {
            Random random(seed);
            appendAtRandom<StorageLog>(random, [&](int64_t) { return anyEvent(random); });
        }
    }
    void recordsAreReplaced() {
        Random random(1);
        OpLog ops;
        TensorLog tensors;
        std::vector<OpEvent> expectedOps;
        std::vector<TensorRecord> expectedTensors;
        for (int64_t i = 0; i < 200; ++i) {
            ops.push_back(expectedOps.emplace_back(anyOp(random, i)));
            tensors.push_back(expectedTensors.emplace_back(anyTensor(random, i)));
        }
        for (int i = 0; i < 400; ++i) {
            const auto place = size_t(random.upTo(199));
            ops.set(place, expectedOps[place] = anyOp(random, int64_t(place)));
            tensors.set(place, expectedTensors[place] = anyTensor(random, int64_t(place)));
            expectedTensors[place].firstUse = random.number();
            expectedTensors[place].op = random.number();
            tensors.setUse(place, expectedTensors[place].firstUse, expectedTensors[place].op);
            QCOMPARE(tensors.firstUse(place), expectedTensors[place].firstUse);
        }
        compare(ops, expectedOps);
        compare(tensors, expectedTensors);
    }
    void iteratorsGoBothWays() {
        OpLog log;
        for (int64_t number = 7; number < 27; ++number) {
            OpEvent op;
            op.number = number;
            op.durationNs = number % 5;
            log.push_back(op);
        }
        QCOMPARE(log.placeOf(9), int64_t(2));
        QCOMPARE(log.rbegin()->number, int64_t(26));
        const auto longest = std::max_element(
            log.begin(), log.end(), [](const OpEvent &a, const OpEvent &b) { return a.durationNs < b.durationNs; });
        QCOMPARE(longest->number, int64_t(9));
        const auto last =
            std::find_if(log.rbegin(), log.rend(), [](const OpEvent &each) { return each.durationNs == 4; });
        QCOMPARE((*last).number, int64_t(24));
        const auto after = std::upper_bound(log.begin(), log.end(), int64_t(20),
                                            [](int64_t number, const OpEvent &each) { return number < each.number; });
        QCOMPARE(after - log.begin(), std::ptrdiff_t(14));
    }
    /** A run of 10 million operators must find room in 2 GB, with all that the window knows of it. */
    void loopsTakeLittle() {
        constexpr int64_t count = 100'000;
        OpLog ops;
        TensorLog tensors;
        for (int64_t i = 0; i < count; ++i) {
            OpEvent op;
            op.number = i + 1;
            op.op = i % 2 ? "Add" : "Mul";
            op.inputs = {i, i + 1};
            op.outputs = {i + 2};
            ops.push_back(op);
            TensorRecord tensor;
            tensor.id = i;
            tensor.shape = {2, 3};
            tensors.push_back(tensor);
        }
        QVERIFY2(ops.bytes() <= 48 * count, qPrintable(QString::number(ops.bytes() / count)));
        QVERIFY2(tensors.bytes() <= 17 * count, qPrintable(QString::number(tensors.bytes() / count)));
    }
};

JITSCOPE_TEST(RecordLogsTest)

} // namespace jitscope::tst_recordlogs

#include "tst_recordlogs.moc"
