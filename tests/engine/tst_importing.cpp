// SPDX-License-Identifier: Apache-2.0
// Opening a path: sessions by their content, else the importer that is surest, else a message that says what was tried.
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/sessions.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

namespace jitscope::tst_importing {

using namespace jitscope;

namespace {

/** Takes files that begin with `start` and gives a session that says so. */
Importer importerOf(const std::string &name, const std::string &start, Confidence confidence) {
    Importer importer;
    importer.name = name;
    importer.description = name + " files";
    importer.probe = [=](const std::string &, std::string_view bytes) {
        return bytes.starts_with(start) ? confidence : Confidence::No;
    };
    importer.read = [=](const std::string &, const ImportOptions &) -> Result<Session> {
        Session session;
        session.info["importer"] = name;
        return session;
    };
    return importer;
}

} // namespace

class ImportingTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const char *name, const std::string &content) {
        const std::string path = m_folder.filePath(name).toStdString();
        if (const auto written = writeFile(path, content); !written) qFatal("%s", written.error().message.c_str());
        return path;
    }

private Q_SLOTS:
    void initTestCase() {
        VERIFY_RESULT(registerImporter(importerOf("guess", "AB", Confidence::Maybe)));
        VERIFY_RESULT(registerImporter(importerOf("exact", "ABC", Confidence::Yes)));
        Importer broken = importerOf("broken", "X", Confidence::Yes);
        broken.read = [](const std::string &, const ImportOptions &) -> Result<Session> {
            throw std::runtime_error("out of luck");
        };
        VERIFY_RESULT(registerImporter(broken));
        Importer odd = importerOf("odd", "", Confidence::Yes);
        odd.probe = [](const std::string &, std::string_view) -> Confidence { throw std::runtime_error("no"); };
        VERIFY_RESULT(registerImporter(odd));
    }

    void surestImporterReads() {
        QCOMPARE(openPath(file("a", "ABC"))->info.at("importer"), std::string("exact"));
        QCOMPARE(openPath(file("a", "ABD"))->info.at("importer"), std::string("guess"));
    }

    void importersHaveNamesOfTheirOwn() {
        QCOMPARE(registerImporter(importerOf("guess", "", Confidence::No)).error().message,
                 std::string("there is an importer 'guess' already"));
        QCOMPARE(registerImporter(Importer()).error().message,
                 std::string("an importer needs a name, a probe and a reader"));
    }

    void sessionIsToldByItsContent() {
        const std::string path = m_folder.filePath("no_ending").toStdString();
        VERIFY_RESULT(saveSession(testing::sampleSession(), path));
        const auto session = openPath(path);
        VERIFY_RESULT(session);
        QCOMPARE(session->ops.size(), size_t(3));
    }

    void damagedSessionIsNotTakenForAnotherKind() {
        const std::string path = file("damaged.jitscope", "ABC");
        QCOMPARE(openPath(path).error().message, path + ": is not a JitScope session (it does not begin as one)");
    }

    void whatCannotBeOpenedIsTold() {
        QCOMPARE(openPath("/no/such").error().message, std::string("/no/such: there is no such file or directory"));
        const std::string empty = file("empty", "");
        QCOMPARE(openPath(empty).error().message, empty + ": the file is empty");
        const std::string unknown = file("unknown", "????");
        QCOMPARE(openPath(unknown).error().message,
                 unknown + ": is of no kind that can be opened (tried: JitScope sessions (.jitscope); guess files; "
                           "exact files; broken files; odd files)");
        QCOMPARE(openPath("/dev/null").error().message, std::string("/dev/null: is neither a file nor a directory"));
        QVERIFY(openPath(m_folder.path().toStdString()).error().message.find("is of no kind") != std::string::npos);
    }

    void importerThatThrowsIsNamed() {
        const std::string path = file("x", "X");
        QCOMPARE(openPath(path).error().message, path + ": the importer broken failed: out of luck");
    }
};

JITSCOPE_TEST(ImportingTest)

} // namespace jitscope::tst_importing

#include "tst_importing.moc"
