// SPDX-License-Identifier: Apache-2.0
// .npy files: what we write NumPy reads, what NumPy writes we read, and what is damaged is refused.
#include "engine/base/file.h"
#include "engine/tensor/npyfile.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTemporaryDir>

#include <cmath>
#include <filesystem>

namespace jitscope::tst_npy {

using namespace jitscope;

namespace {

/** What the system's Python prints for a script with NumPy. */
QByteArray numpySays(const QString &script) {
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"),
                 {QStringLiteral("-c"), QStringLiteral("import numpy as np\n") + script});
    python.waitForFinished(60000);
    return python.readAllStandardOutput() + python.readAllStandardError();
}

Tensor counting(const Dims &shape, DType dtype) {
    Tensor tensor(shape, DType::Float64);
    for (int64_t i = 0; i < tensor.count(); ++i)
        tensor.mutableData<double>()[i] = double(i % 5);
    return tensor.cast(dtype);
}

} // namespace

class NpyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }

    void everyDtypeComesBack_data() {
        QTest::addColumn<int>("dtype");
        for (int i = 0; i < dtypeCount; ++i)
            QTest::newRow(std::string(info(DType(i)).name).c_str()) << i;
    }
    void everyDtypeComesBack() {
        QFETCH(int, dtype);
        const std::string path = at("dtype.npy");
        const Tensor written = counting({2, 3, 4}, DType(dtype));
        VERIFY_RESULT(writeNpy(path, written));
        const auto read = readNpy(path);
        VERIFY_RESULT(read);
        // NumPy has no bfloat16: it is written as the float32 of the same value.
        const bool isWidened = DType(dtype) == DType::BFloat16;
        QVERIFY(identical(*read, isWidened ? written.cast(DType::Float32) : written));
        const QByteArray said =
            numpySays(QStringLiteral("a = np.load(%1)\nprint(a.dtype, a.shape, int(a.real.astype(float).sum()))")
                          .arg(quoted(path)));
        const std::string_view name = isWidened ? "float32" : info(DType(dtype)).python;
        const std::string numpyName(name == "bool_" ? "bool" : name);
        QCOMPARE(said.trimmed(),
                 QByteArray((numpyName + " (2, 3, 4) " + (dtype == int(DType::Bool) ? "19" : "46")).c_str()));
    }

    void shapesOfAllRanks_data() {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 5; ++i)
            QTest::newRow(qPrintable(QString::number(i))) << i;
    }
    void shapesOfAllRanks() {
        QFETCH(int, which);
        const Dims shapes[] = {{}, {1}, {0, 4}, {3, 1, 2}, {1, 1, 1, 2, 1, 1, 1, 3}};
        const Tensor written = counting(shapes[which], DType::Float32);
        VERIFY_RESULT(writeNpy(at("shape.npy"), written));
        const auto read = readNpy(at("shape.npy"));
        VERIFY_RESULT(read);
        QVERIFY(identical(*read, written));
    }

    void viewsAreWrittenInTheirOwnOrder() {
        const Tensor turned = counting({3, 4}, DType::Float32).permuted({1, 0});
        VERIFY_RESULT(writeNpy(at("view.npy"), turned));
        QVERIFY(identical(*readNpy(at("view.npy")), turned.contiguous()));
        const Tensor wide = Tensor::scalar(2, DType::Int32).broadcastTo({200, 300});
        VERIFY_RESULT(writeNpy(at("view.npy"), wide));
        QVERIFY(identical(*readNpy(at("view.npy")), wide.contiguous()));
    }

    void filesOfNumPyAreRead() {
        numpySays(QStringLiteral("np.save(%1, np.asfortranarray(np.arange(24, dtype=np.int16).reshape(2, 3, 4)))\n"
                                 "np.save(%2, np.arange(3, dtype='>f4'))\n"
                                 "np.save(%3, np.array([1 + 2j]))\n"
                                 "np.save(%4, np.array([0x3fc0, 0xbf80], dtype=np.uint16).view('V2'))\n")
                      .arg(quoted(at("fortran.npy")), quoted(at("big.npy")), quoted(at("complex.npy")),
                           quoted(at("bf16.npy"))));
        const auto fortran = readNpy(at("fortran.npy"));
        VERIFY_RESULT(fortran);
        QVERIFY(fortran->shape() == Dims({2, 3, 4}));
        QCOMPARE(fortran->intAt(17), int64_t(17));
        QVERIFY(!readNpy(at("big.npy")));
        const auto complex = readNpy(at("complex.npy"));
        VERIFY_RESULT(complex);
        QVERIFY(complex->complexAt(0) == std::complex<double>(1, 2));
        const auto half = readNpy(at("bf16.npy"));
        VERIFY_RESULT(half);
        QCOMPARE(half->dtype(), DType::BFloat16);
        QCOMPARE(half->at(0), 1.5);
        QCOMPARE(half->at(1), -1.0);
    }

    void damagedFilesAreRefused() {
        VERIFY_RESULT(writeNpy(at("whole.npy"), counting({4, 4}, DType::Float32)));
        const std::string whole = *readFile(at("whole.npy"));
        // Cut at every length, and with every byte of the head changed: never a crash, never more than there is.
        for (size_t size = 0; size < whole.size(); size += 3) {
            VERIFY_RESULT(writeFile(at("cut.npy"), whole.substr(0, size)));
            QVERIFY(!readNpy(at("cut.npy")));
        }
        for (size_t i = 0; i < 90; ++i) {
            std::string damaged = whole;
            damaged[i] = char(damaged[i] ^ 0x11);
            VERIFY_RESULT(writeFile(at("cut.npy"), damaged));
            const auto read = readNpy(at("cut.npy"));
            if (read) QVERIFY(read->bytes() <= 64);
        }
        QVERIFY(!readNpy(at("not_there.npy")));
    }

    void aCallOffLeavesWhatWasThere() {
        VERIFY_RESULT(writeNpy(at("kept.npy"), Tensor::scalar(1, DType::Float32)));
        int asked = 0;
        const auto stopped =
            writeNpy(at("kept.npy"), Tensor::zeros({500000}, DType::Float32), [&asked](double) { return ++asked < 3; });
        QVERIFY(!stopped);
        QCOMPARE(asked, 3);
        QVERIFY(readNpy(at("kept.npy"))->shape() == Dims());
        QVERIFY(!std::filesystem::exists(at("kept.npy") + ".part"));
        QVERIFY(!writeNpy(at("no/such/folder.npy"), Tensor::scalar(1, DType::Float32)));
    }

private:
    std::string at(const char *name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    static QString quoted(const std::string &path) {
        return QLatin1Char('\'') + QString::fromStdString(path) + QLatin1Char('\'');
    }

    QTemporaryDir m_folder;
};

JITSCOPE_TEST(NpyTest)

} // namespace jitscope::tst_npy

#include "tst_npy.moc"
