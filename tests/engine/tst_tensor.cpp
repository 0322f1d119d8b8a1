// SPDX-License-Identifier: Apache-2.0
// Tensors: printing against the texts of MindSpore and NumPy, views, conversions, statistics, memory.
#include "engine/tensor/complexparts.h"
#include "engine/tensor/elements.h"
#include "engine/base/ticks.h"
#include "engine/tensor/blockpool.h"
#include "engine/tensor/keptforms.h"
#include "engine/tensor/releaselog.h"
#include "engine/tensor/tensorprint.h"
#include "engine/tensor/value.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace jitscope::tst_tensor {

using namespace jitscope;

namespace {

/** One tensor of tests/data/tensor/printing.txt with what MindSpore prints for it. */
struct PrintCase {
    std::string name;
    Tensor tensor;
    std::string str;
    std::string repr;
};

std::vector<std::string> words(const std::string &line) {
    std::vector<std::string> all;
    for (const std::string &word : split(line, ' '))
        if (!word.empty()) all.push_back(word);
    return all;
}

/** "dtype Float32", "shape 2 3", "values 1.0 2.0 ..." or "ramp START STEP". */
Tensor readTensor(const std::vector<std::string> &lines, size_t first) {
    const DType dtype = dtypeNamed(words(lines[first])[1]).value();
    Dims shape;
    const auto sizes = words(lines[first + 1]);
    for (size_t i = 1; i < sizes.size(); ++i)
        shape.push(std::stoll(sizes[i]));
    const auto given = words(lines[first + 2]);
    Tensor values(shape, DType::Float64);
    for (int64_t i = 0; i < values.count(); ++i) {
        const bool isRamp = given[0] == "ramp";
        values.mutableData<double>()[i] =
            isRamp ? double(i) * std::strtod(given[2].c_str(), nullptr) + std::strtod(given[1].c_str(), nullptr)
                   : std::strtod(given[size_t(i) + 1].c_str(), nullptr);
    }
    return values.cast(dtype);
}

std::vector<PrintCase> printCases() {
    std::vector<PrintCase> cases;
    const auto lines = split(testing::readText(testing::dataPath("tensor/printing.txt")), '\n');
    for (size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with("=== ")) continue;
        PrintCase next;
        next.name = lines[i].substr(4);
        next.tensor = readTensor(lines, i + 1);
        std::string *text = nullptr;
        for (size_t j = i + 4; j < lines.size() && !lines[j].starts_with("=== "); ++j) {
            if (lines[j] == "--- str" || lines[j] == "--- repr") {
                text = lines[j] == "--- str" ? &next.str : &next.repr;
                continue;
            }
            if (!text->empty() || lines[j - 1].empty()) *text += '\n';
            *text += lines[j];
        }
        cases.push_back(next);
    }
    // The last text ends with the newline of the file.
    while (!cases.empty() && cases.back().repr.ends_with('\n'))
        cases.back().repr.pop_back();
    return cases;
}

Tensor matrix() {
    return Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
}

std::vector<double> valuesOf(const Tensor &tensor) {
    std::vector<double> values;
    for (int64_t i = 0; i < tensor.count(); ++i)
        values.push_back(tensor.at(i));
    return values;
}

} // namespace

class TestTensor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSnapshotOfASnapshotKeepsItsValuesToo() {
        Tensor tensor = Tensor::of({2}, std::vector<float>{1, 2});
        const auto view = [&](Storage *storage) {
            return Tensor(StoragePtr(storage), tensor.shape(), tensor.strides(), 0, tensor.dtype());
        };
        const Tensor first = view(tensor.storage()->snapshot());
        const Tensor second = view(first.storage()->snapshot());
        tensor.storage()->beforeWrite();
        tensor.mutableData<float>()[0] = 9;
        QCOMPARE(first.at(0), 1.0);
        QCOMPARE(second.at(0), 1.0);
        QCOMPARE(tensor.at(0), 9.0);
    }
    void printsOfGraphsAreThoseOfMindSpore() { // 2.10 on the CPU
        const auto text = [](const Dims &shape, const std::vector<float> &numbers, DType dtype) {
            return QString::fromStdString(printed(Tensor::of(shape, numbers).cast(dtype)));
        };
        QCOMPARE(text({}, {1.0f / 3}, DType::Float32), QString("0.333333"));
        QCOMPARE(text({}, {0.1f}, DType::Float16), QString("0.0999756"));
        QCOMPARE(text({}, {-5}, DType::Int16), QString("-5"));
        QCOMPARE(text({}, {1}, DType::Bool), QString("1"));
        QCOMPARE(text({}, {1}, DType::Complex64), QString("(1,0)"));
        QCOMPARE(text({1}, {1.5}, DType::Float32),
                 QString("Tensor(shape=[1], dtype=Float32, value=[ 1.50000000e+00])"));
        QCOMPARE(text({3}, {1, -200, 3}, DType::Int64),
                 QString("Tensor(shape=[3], dtype=Int64, value=[   1 -200    3])"));
        QCOMPARE(text({2, 2}, {0, 1, 1, 1}, DType::Bool),
                 QString("Tensor(shape=[2, 2], dtype=Bool, value=\n[[False  True]\n [ True  True]])"));
        QCOMPARE(text({0, 3}, {}, DType::Float32), QString("Tensor(shape=[0, 3], dtype=Float32, value=\n)"));
    }
    void whoWritesToASnapshotWritesToItAlone() {
        Tensor tensor = Tensor::of({2}, std::vector<float>{1, 2});
        const auto view = [&](Storage *storage) {
            return Tensor(StoragePtr(storage), tensor.shape(), tensor.strides(), 0, tensor.dtype());
        };
        Tensor first = view(tensor.storage()->snapshot());
        const Tensor second = view(first.storage()->snapshot());
        QVERIFY(first.storage()->showsAnother() && !tensor.storage()->showsAnother());
        first.storage()->beforeWrite();
        first.mutableData<float>()[0] = 9;
        QVERIFY(!first.storage()->showsAnother());
        QCOMPARE(first.at(0), 9.0);
        QCOMPARE(second.at(0), 1.0);
        QCOMPARE(tensor.at(0), 1.0);
        tensor.storage()->beforeWrite();
        tensor.mutableData<float>()[0] = 7;
        QCOMPARE(first.at(0), 9.0);
    }
    void aSnapshotThatOthersReadHasMemoryOfItsOwn() {
        Tensor tensor = Tensor::of({2}, std::vector<float>{1, 2});
        const StoragePtr snapshot(tensor.storage()->snapshot());
        const std::byte *shared = snapshot->data();
        QCOMPARE(shared, tensor.storage()->data());
        snapshot->keepOwnMemory();
        const std::byte *own = snapshot->data();
        QVERIFY2(own != shared, "the program may still write to the shared memory");
        tensor.storage()->beforeWrite();
        tensor.mutableData<float>()[0] = 9;
        QCOMPARE(snapshot->data(), own);
        QCOMPARE(reinterpret_cast<const float *>(own)[0], 1.0f);
    }
    void aSnapshotThatIsLeftAloneNeedsNoCopy() {
        Tensor tensor = Tensor::of({2}, std::vector<float>{1, 2});
        const StoragePtr snapshot(tensor.storage()->snapshot());
        const std::byte *shared = snapshot->data();
        tensor = Tensor();
        snapshot->keepOwnMemory();
        QCOMPARE(snapshot->data(), shared);
    }
    void aSnapshotKeepsTheElementsAndNotTheOriginal() {
        ReleaseLog::start(this, [] {});
        std::optional<Tensor> tensor = Tensor::of({2}, std::vector<float>{1, 2});
        const uint64_t serial = tensor->storage()->serial();
        const int64_t before = liveTensorBytes();
        StoragePtr snapshot(tensor->storage()->snapshot());
        QCOMPARE(liveTensorBytes(), before + 8);
        tensor.reset();
        QCOMPARE(liveTensorBytes(), before);
        const std::vector<StorageRelease> released = ReleaseLog::take(this);
        QCOMPARE(released.size(), size_t(1));
        QCOMPARE(released[0].storage, serial);
        QCOMPARE(reinterpret_cast<const float *>(snapshot->data())[1], 2.0f);
        snapshot = {};
        QCOMPARE(liveTensorBytes(), before - 8);
        QVERIFY2(ReleaseLog::take(this).empty(), "the memory of a snapshot is no memory of its own");
        ReleaseLog::stop(this);
    }
    /** Of several pages each time; those that were read serve again. */
    void releasesAreTakenUntilATime() {
        constexpr size_t count = 3000;
        const auto releaseSome = [] {
            for (size_t i = 0; i < count; ++i)
                (void)Tensor::of({1}, std::vector<float>{1});
        };
        ReleaseLog::start(this, [] {});
        uint64_t last = 0;
        for (int round = 0; round < 4; ++round) {
            releaseSome();
            const int64_t between = quickNowNs();
            releaseSome();
            for (const int64_t until : {between, ReleaseLog::always}) {
                const std::vector<StorageRelease> taken = ReleaseLog::take(this, until);
                QCOMPARE(taken.size(), count);
                for (const StorageRelease &release : taken) {
                    QVERIFY(release.storage > last && release.timeNs <= until);
                    last = release.storage;
                }
            }
        }
        ReleaseLog::stop(this);
    }
    void aSnapshotOfASnapshotThatEndedKeepsItsValues() {
        Tensor tensor = Tensor::of({2}, std::vector<float>{1, 2});
        std::optional<StoragePtr> first(tensor.storage()->snapshot());
        const StoragePtr second((*first)->snapshot());
        first.reset();
        const auto value = [](const StoragePtr &storage) {
            return reinterpret_cast<const float *>(storage->data())[0];
        };
        const StoragePtr third(tensor.storage()->snapshot());
        tensor.storage()->beforeWrite();
        tensor.mutableData<float>()[0] = 9;
        QCOMPARE(value(second), 1.0f);
        QCOMPARE(value(third), 1.0f);
        const StoragePtr fourth(tensor.storage()->snapshot());
        QCOMPARE(value(fourth), 9.0f);
        tensor = Tensor();
        QCOMPARE(value(fourth), 9.0f);
    }
    /** One thread writes and lets go while others end snapshots of the same memory: none sees a value of later. */
    void snapshotsEndOnOtherThreads() {
        for (int round = 0; round < 300; ++round) {
            Tensor tensor = Tensor::of({64}, std::vector<float>(64, float(round)));
            std::vector<StoragePtr> snapshots;
            for (int i = 0; i < 4; ++i)
                snapshots.emplace_back(i % 2 == 0 ? tensor.storage()->snapshot() : snapshots.back()->snapshot());
            std::vector<std::thread> readers;
            for (StoragePtr &snapshot : snapshots)
                readers.emplace_back([mine = std::exchange(snapshot, {})]() mutable {
                    mine->keepOwnMemory();
                    mine = {};
                });
            const StoragePtr kept(tensor.storage()->snapshot());
            tensor.storage()->beforeWrite();
            tensor.mutableData<float>()[5] = -1;
            tensor = Tensor();
            const float seen = reinterpret_cast<const float *>(kept->data())[5];
            for (std::thread &reader : readers)
                reader.join();
            QCOMPARE(seen, float(round));
        }
    }
    void printsAsMindSpore_data() {
        QTest::addColumn<int>("index");
        const auto cases = printCases();
        QVERIFY(cases.size() > 90);
        for (size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name.c_str()) << int(i);
    }
    void printsAsMindSpore() {
        static const std::vector<PrintCase> cases = printCases();
        QFETCH(int, index);
        const PrintCase &expected = cases[size_t(index)];
        COMPARE_TEXT(toString(expected.tensor), expected.str);
        COMPARE_TEXT(represent(expected.tensor), expected.repr);
    }

    void bfloat16PrintsItsShortestDigits() {
        const Tensor values = Tensor::of({3}, std::vector<float>{1.765f, -0.4f, 0.98f}).cast(DType::BFloat16);
        COMPARE_TEXT(represent(values), "Tensor(shape=[3], dtype=BFloat16, value= [  1.76562, -0.400391,  0.980469])");
        COMPARE_TEXT(toString(values), "[ 1.766 -0.4    0.98 ]");
    }

    void constantsPrintAsInTheIr_data() {
        QTest::addColumn<QString>("actual");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const Value &value, const char *expected) {
            QTest::newRow(name) << QString::fromStdString(toString(value)) << QString(expected);
        };
        row("none", Value(), "None");
        row("bool", true, "Bool(1)");
        row("int", 30, "I64(30)");
        row("float", 0.5, "F32(0.5)");
        row("float with many digits", 0.17677669529663687, "F32(0.17677669529663687)");
        row("text", "a \"b\"", "\"a \\\"b\\\"\"");
        row("tuple", Value::ints({1, 2}), "(I64(1), I64(2))");
        row("empty tuple", Value::tuple({}), "()");
        row("list", Value::list({true, Value()}), "[Bool(1), None]");
        row("graph", GraphReference{"1_f_2"}, "@1_f_2");
        row("monad", Monad::U, "UMonad[U]");
        row("io monad", Monad::IO, "IOMonad[IO]");
        row("scalar tensor", Tensor::scalar(1, DType::Float32), "Tensor(shape=[], dtype=Float32, value=1)");
        row("vector", Tensor::of({2}, std::vector<float>{1.5, 2.5}),
            "Tensor(shape=[2], dtype=Float32, value=[ 1.50000000e+00  2.50000000e+00])");
        row("matrix", Tensor::of({2, 2}, std::vector<float>{0, 1, 2, 3}),
            "Tensor(shape=[2, 2], dtype=Float32, value=\n[[ 0.00000000e+00  1.00000000e+00]\n [ 2.00000000e+00  "
            "3.00000000e+00]])");
        row("thirty elements", Tensor::zeros({30}, DType::Float32), "Tensor(shape=[30], dtype=Float32, value=[...])");
    }
    void constantsPrintAsInTheIr() {
        QFETCH(QString, actual);
        QFETCH(QString, expected);
        QCOMPARE(actual, expected);
    }

    void viewsShareStorageAndPackInRowMajorOrder() {
        const Tensor x = matrix();
        const Tensor turned = x.permuted({1, 0});
        QVERIFY(turned.storage() == x.storage());
        QVERIFY(!turned.isContiguous());
        QCOMPARE(valuesOf(turned), (std::vector<double>{1, 4, 2, 5, 3, 6}));
        QCOMPARE(valuesOf(turned.contiguous()), (std::vector<double>{1, 4, 2, 5, 3, 6}));
        QVERIFY(turned.contiguous().storage() != x.storage());
        QVERIFY(x.reshaped({3, 2}).storage() == x.storage());
        QCOMPARE(valuesOf(turned.reshaped({2, 3})), (std::vector<double>{1, 4, 2, 5, 3, 6}));
        const Tensor broadcast = Tensor::of({3}, std::vector<float>{7, 8, 9}).broadcastTo({2, 3});
        QCOMPARE(broadcast.strides()[0], 0);
        QCOMPARE(valuesOf(broadcast.contiguous()), (std::vector<double>{7, 8, 9, 7, 8, 9}));
    }

    void transposedBlocksOfEverySizeArePacked() {
        for (const int64_t rows : {1, 31, 32, 33, 100})
            for (const int64_t columns : {1, 17, 64, 65}) {
                Tensor x({rows, columns}, DType::Int16);
                for (int64_t i = 0; i < x.count(); ++i)
                    x.mutableData<int16_t>()[i] = int16_t(i);
                const Tensor turned = x.permuted({1, 0}).clone();
                for (int64_t c = 0; c < columns; ++c)
                    for (int64_t r = 0; r < rows; ++r)
                        QCOMPARE(turned.intAt(c * rows + r), r * columns + c);
            }
    }

    void everyDTypeConvertsToEveryOther() {
        for (int from = 0; from < dtypeCount; ++from)
            for (int to = 0; to < dtypeCount; ++to) {
                const Tensor x = castToReal(Tensor::of({3}, std::vector<float>{0, 1, 1}).cast(DType(from)), DType(to));
                QCOMPARE(x.dtype(), DType(to));
                QCOMPARE(valuesOf(x), (std::vector<double>{0, 1, 1}));
            }
    }

    void conversionsCutFractionsAndNeverTrap() {
        const float infinity = std::numeric_limits<float>::infinity();
        const Tensor x = Tensor::of({5}, std::vector<float>{-2.7f, 300.9f, 3e9f, infinity, std::nanf("")});
        QCOMPARE(x.cast(DType::Int64).intAt(0), -2);
        QCOMPARE(x.cast(DType::UInt8).intAt(1), 300 - 256);
        QCOMPARE(x.cast(DType::Int32).intAt(2), int64_t(std::numeric_limits<int32_t>::min()));
        QCOMPARE(x.cast(DType::Int64).intAt(3), std::numeric_limits<int64_t>::min());
        QCOMPARE(x.cast(DType::Bool).intAt(4), 1);
        QCOMPARE(Tensor::scalar(0.5, DType::Float32).cast(DType::Bool).intAt(0), 1);
    }

    void halfFloatsRoundToNearestEven() {
        struct Row {
            float value;
            uint16_t half, brain;
        };
        const Row rows[] = {
            {1.0f, 0x3c00, 0x3f80},           {-2.5f, 0xc100, 0xc020},        {65504.0f, 0x7bff, 0x4780},
            {65520.0f, 0x7c00, 0x4780},       {5.9604645e-8f, 1, 0x3380},     {1.00048828125f, 0x3c00, 0x3f80},
            {1.00146484375f, 0x3c02, 0x3f80}, {6.0975552e-5f, 0x3ff, 0x3880}, {-0.0f, 0x8000, 0x8000}};
        for (const Row &row : rows) {
            QCOMPARE(Float16::fromFloat(row.value), row.half);
            QCOMPARE(BFloat16::fromFloat(row.value), row.brain);
        }
        for (int bits = 0; bits < 65536; ++bits) {
            const float value = Float16::toFloat(uint16_t(bits));
            if (!std::isnan(value)) QCOMPARE(int(Float16::fromFloat(value)), bits);
            const float brain = BFloat16::toFloat(uint16_t(bits));
            if (!std::isnan(brain)) QCOMPARE(int(BFloat16::fromFloat(brain)), bits);
        }
        QVERIFY(std::isnan(Float16::toFloat(Float16::fromFloat(std::nanf("")))));
        QVERIFY(std::isnan(BFloat16::toFloat(BFloat16::fromFloat(std::nanf("")))));
    }

    void dtypesMixAsInMindSpore_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("result");
        const char *rows[][3] = {
            {"Bool", "Int8", "Int8"},          {"UInt8", "Int8", "Int16"},      {"UInt8", "Int16", "Int16"},
            {"Int32", "Int64", "Int64"},       {"Int64", "Float16", "Float16"}, {"Float16", "BFloat16", "Float32"},
            {"Float32", "Float64", "Float64"}, {"Bool", "UInt64", "UInt64"},    {"Int8", "UInt16", ""},
            {"UInt32", "Float32", ""}};
        for (const auto &row : rows)
            QTest::addRow("%s with %s", row[0], row[1]) << row[0] << row[1] << row[2];
    }
    void dtypesMixAsInMindSpore() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, result);
        const DType left = dtypeNamed(a.toStdString()).value(), right = dtypeNamed(b.toStdString()).value();
        QCOMPARE(convertsImplicitly(left, right), !result.isEmpty());
        QCOMPARE(convertsImplicitly(right, left), !result.isEmpty());
        if (result.isEmpty()) return;
        QCOMPARE(promoted(left, right), dtypeNamed(result.toStdString()).value());
        QCOMPARE(promoted(right, left), dtypeNamed(result.toStdString()).value());
    }

    void dtypesAreFoundByTheirNamesAndNumbers() {
        for (int i = 0; i < dtypeCount; ++i) {
            const DTypeInfo &entry = info(DType(i));
            QCOMPARE(entry.dtype, DType(i));
            QCOMPARE(dtypeNamed(entry.name), DType(i));
            QCOMPARE(dtypeNamed(entry.python), DType(i));
            QCOMPARE(dtypeWithTypeId(entry.typeId), DType(i));
        }
        QVERIFY(!dtypeNamed("float33"));
        QVERIFY(!dtypeWithTypeId(0));
    }

    void impossibleShapesAreRefused() {
        const int64_t huge = int64_t(1) << 40;
        QVERIFY_EXCEPTION_THROWN(Tensor({-1}, DType::Float32), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Tensor({huge, huge}, DType::Float32), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Tensor({huge, huge, 0}, DType::Float32), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(matrix().reshaped({5}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(matrix().broadcastTo({2, 4}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(matrix().broadcastTo({3}), std::invalid_argument);
    }

    void formsAreMadeTheSecondTimeAndKeptUntilAWrite() {
        Tensor weight = Tensor::full({16}, 3, DType::Float32);
        int made = 0;
        const auto ask = [&](int64_t layout = 0) {
            return keptForm(*weight.storage().get(), {FormKind::Panels, DType::Float32, 0, {layout}}, 64,
                            [&](std::byte *to) {
                                ++made;
                                std::memcpy(to, weight.rawData(), 64);
                            });
        };
        QVERIFY(!ask() && !ask()); // of other tensors none is kept
        weight.storage()->keepForms();
        QVERIFY(!ask());
        const KeptForm form = ask();
        for (int i = 0; i < 5; ++i)
            QVERIFY(form && ask() == form && made == 1);
        QVERIFY(!ask(1) && ask(1) && made == 2); // another layout is a form of its own
        QCOMPARE(keptFormBytes(), 128);
        weight.storage()->beforeWrite();
        weight.mutableData<float>()[0] = 5;
        QVERIFY(!ask());
        QCOMPARE(*reinterpret_cast<const float *>(ask().get()), 5.0f);
        QCOMPARE(*reinterpret_cast<const float *>(form.get()), 3.0f); // who holds one goes on with it
        weight = Tensor();
        QCOMPARE(keptFormBytes(), 0);
    }

    /** Gradients summed over two calls, then a step: making forms would cost more than it brings. */
    void formsThatWritesFollowAreMadeLater() {
        const Tensor weight = Tensor::full({16}, 3, DType::Float32);
        Storage &storage = *weight.storage().get();
        storage.keepForms();
        int made = 0;
        const auto ask = [&](int times) {
            for (int i = 0; i < times; ++i)
                keptForm(storage, {}, 64, [&](std::byte *) { ++made; });
            storage.beforeWrite();
        };
        for (int step = 0; step < 100; ++step)
            ask(2);
        QCOMPARE(made, 1);
        ask(100); // and where they are used they come back, at once again
        QCOMPARE(made, 2);
        ask(2);
        QCOMPARE(made, 3);
    }

    void noFormsAreKeptWhileSomebodyElseMayWrite() {
        const Tensor weight = Tensor::full({16}, 3, DType::Float32);
        Storage &storage = *weight.storage().get();
        storage.keepForms();
        const auto ask = [&] {
            KeptForm form;
            for (int i = 0; i < 8; ++i)
                form = keptForm(storage, {}, 64, [](std::byte *to) { std::memset(to, 1, 64); });
            return form;
        };
        QVERIFY(ask());
        storage.lend();
        storage.lend();
        QCOMPARE(keptFormBytes(), 0);
        storage.takeBack();
        QVERIFY(!ask());
        storage.takeBack();
        QVERIFY(ask());
        // Lent while it is made: what was read may be half of a write.
        const FormKey other = {.offset = 1};
        const auto lend = [&](std::byte *) { storage.lend(); };
        QVERIFY(!keptForm(storage, other, 64, lend) && keptForm(storage, other, 64, lend));
        storage.takeBack();
        QCOMPARE(keptFormBytes(), 0);
    }

    /** Array given out, written and taken back while another thread makes a form of the elements from before. */
    void aFormOfBeforeAWriteIsNotKept() {
        const Tensor weight = Tensor::full({16}, 3, DType::Float32);
        Storage &storage = *weight.storage().get();
        storage.keepForms();
        const auto askMeanwhile = [&](std::byte *) {
            storage.lend();
            storage.takeBack();
            keptForm(storage, {}, 64, [](std::byte *) {});
        };
        QVERIFY(!keptForm(storage, {}, 64, askMeanwhile) && keptForm(storage, {}, 64, askMeanwhile));
        QCOMPARE(keptFormBytes(), 0);
    }

    void formsAreAskedForByManyThreads() {
        const Tensor weight = Tensor::full({16}, 3, DType::Float32);
        weight.storage()->keepForms();
        std::atomic<int> wrong = 0;
        const auto ask = [&] {
            for (int i = 0; i < 2000; ++i) {
                const FormKey key = {.offset = i % 3};
                const KeptForm form = keptForm(*weight.storage().get(), key, 64,
                                               [&](std::byte *to) { std::memset(to, 1 + int(key.offset), 64); });
                if (form && form.get()[63] != std::byte(1 + key.offset)) ++wrong;
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(ask);
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(keptFormBytes(), 3 * 64);
    }

    void aFormTakesNoMoreThanMemoryAllows() {
        const Tensor weight = Tensor::full({1}, 3, DType::Float32);
        weight.storage()->keepForms();
        const auto ask = [&] {
            return keptForm(*weight.storage().get(), {}, size_t(1) << 50, [](std::byte *) { QFAIL("no room"); });
        };
        QVERIFY(!ask() && !ask() && !ask());
    }

    void missingMemoryIsAnException() {
        QVERIFY_EXCEPTION_THROWN(Tensor({int64_t(1) << 55}, DType::Float32), std::bad_alloc);
        QCOMPARE(Tensor::zeros({2}, DType::Float32).at(1), 0.0); // and the next allocation works
    }

    void liveBytesAreCounted() {
        const int64_t before = liveTensorBytes();
        {
            const Tensor x({1000}, DType::Float32), same = x;
            QCOMPARE(liveTensorBytes() - before, 4000);
        }
        QCOMPARE(liveTensorBytes(), before);
        std::thread([] { const Tensor x({1000}, DType::Float32); }).join();
        QCOMPARE(liveTensorBytes(), before);
    }

    void blocksAreAligned() {
        for (const int64_t count : {0, 1, 100, 129, 5000, 1 << 20})
            QCOMPARE(reinterpret_cast<uintptr_t>(Tensor({count}, DType::Int8).rawData()) % 64, uintptr_t(0));
    }

    /** A program that is done with tensors of some sizes goes on with others, which are then kept as well. */
    void blocksOfSizesNoLongerUsedMakeRoom() {
#if defined(JITSCOPE_SANITIZED) && !defined(__SANITIZE_THREAD__)
        QSKIP("Under AddressSanitizer no blocks are kept.");
#endif
        constexpr size_t before = size_t(34) << 20, now = size_t(60) << 20;
        emptyBlockPool();
        {
            std::vector<StoragePtr> held;
            for (int i = 0; i < 8; ++i)
                held.emplace_back(Storage::allocate(before));
        }
        const auto isKept = [] {
            StoragePtr(Storage::allocate(now))->data()[now / 2] = std::byte(0x5a);
            const StoragePtr next(Storage::allocate(now)); // the system's own pages are zero
            return next->data()[now / 2] == std::byte(0x5a);
        };
        QVERIFY(!isKept());
        QTRY_VERIFY_WITH_TIMEOUT(isKept(), 10'000);
        emptyBlockPool();
    }

    void borrowedMemoryIsGivenBackOnce() {
        float values[] = {1, 2, 3};
        int released = 0;
        {
            const Tensor x(StoragePtr(Storage::borrowed(
                               values, sizeof values, [](void *count) { ++*static_cast<int *>(count); }, &released)),
                           {3}, {1}, 0, DType::Float32);
            QCOMPARE(x.reshaped({3, 1}).at(2), 3.0);
            QCOMPARE(released, 0);
        }
        QCOMPARE(released, 1);
    }

    void statisticsTellFiniteFromOtherValues() {
        const float infinity = std::numeric_limits<float>::infinity();
        const Tensor x = Tensor::of({8}, std::vector<float>{1, 3, 0, -4, infinity, -infinity, std::nanf(""), 5});
        const TensorStatistics result = statistics(x, 3);
        QCOMPARE(result.count, 8);
        QCOMPARE(result.nan, 1);
        QCOMPARE(result.positiveInf, 1);
        QCOMPARE(result.negativeInf, 1);
        QCOMPARE(result.zero, 1);
        QCOMPARE(result.positive, 4);
        QCOMPARE(result.negative, 2);
        QCOMPARE(result.min, -4.0);
        QCOMPARE(result.max, 5.0);
        QCOMPARE(result.mean, 1.0);
        QCOMPARE(result.deviation, std::sqrt((0.0 + 4 + 1 + 25 + 16) / 5));
        QCOMPARE(result.histogram, (std::vector<int64_t>{1, 2, 2}));
        QCOMPARE(statistics(Tensor::zeros({0}, DType::Float32)).count, 0);
        QCOMPARE(statistics(Tensor::full({4}, 7, DType::Int32), 2).histogram, (std::vector<int64_t>{4, 0}));
    }

    void differencesNameTheWorstPlace() {
        const Tensor a = Tensor::of({3}, std::vector<float>{1, 2, std::nanf("")});
        const Tensor b = Tensor::of({3}, std::vector<float>{1, 2.5, std::nanf("")});
        const Difference apart = difference(a, b);
        QCOMPARE(apart.worstIndex, 1);
        QCOMPARE(apart.maxAbsolute, 0.5);
        QCOMPARE(apart.maxRelative, 0.2);
        QCOMPARE(difference(a, a).worstIndex, int64_t(-1));
        QVERIFY(close(a, b, 0.21, 0));
        QVERIFY(!close(a, b, 0.1, 0));
        QVERIFY(std::isinf(difference(a, Tensor::zeros({3}, DType::Float32)).maxAbsolute));
        QVERIFY(!close(a, Tensor::zeros({3}, DType::Float32), 1, 1e9));
        QVERIFY_EXCEPTION_THROWN(difference(a, matrix()), std::invalid_argument);
    }

    void valuesCompareByContent() {
        QVERIFY(Value(matrix()) == Value(matrix()));
        QVERIFY(!(Value(matrix()) == Value(matrix().reshaped({3, 2}))));
        QVERIFY(Value::ints({1, 2}) == Value::tuple({1, 2}));
        QVERIFY(!(Value::ints({1, 2}) == Value::list({1, 2})));
        QVERIFY(!(Value(1) == Value(1.0)));
        QVERIFY(Value(std::nan("")) == Value(std::nan("")));
        QVERIFY(!Value::tuple({1, 2.0}).dims());
        QCOMPARE(toString(Value(5).dims().value()), std::string("(5,)"));
        QCOMPARE(Value(true).number().value(), 1.0);
    }
};

JITSCOPE_TEST(TestTensor)

} // namespace jitscope::tst_tensor

#include "tst_tensor.moc"
