// SPDX-License-Identifier: Apache-2.0
// The database of a simulated run has the tables and columns of the producer's schema.
#include "engine/ascend/profilerwriter.h"
#include "engine/session/session.h"
#include "tests/support/ascendsession.h"
#include "tests/support/profilerdatabases.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

#include <map>

namespace jitscope::tst_databaseschema {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** "startNs INTEGER, endNs INTEGER, ..." of each table. */
std::map<std::string, std::string> schemaOf(const std::string &path) {
    std::map<std::string, std::string> tables;
    sqlite3 *database = nullptr;
    sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
    sqlite3_exec(
        database,
        "SELECT m.name, group_concat(c.name || ' ' || c.type, ', ') FROM sqlite_master m, pragma_table_info(m.name) c "
        "WHERE m.type = 'table' GROUP BY m.name",
        [](void *to, int, char **values, char **) {
            (*static_cast<std::map<std::string, std::string> *>(to))[values[0]] = values[1];
            return 0;
        },
        &tables, nullptr);
    sqlite3_close_v2(database);
    return tables;
}

} // namespace

class DatabaseSchemaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSimulatedRunHasTheSchemaOfTheProducer() {
        QTemporaryDir folder;
        const auto written = writeProfiles(defaultDeviceModel(), trainingSession(), folder.path().toStdString());
        VERIFY_RESULT(written);
        DatabaseFile reference(folder.filePath("reference.db").toStdString());
        reference.run(readText(sharedPath("data/ascend/schemas/msprof_db_current_1.2.0.sql"))).close();
        QCOMPARE(reference.problem(), std::string());

        const auto theirs = schemaOf(reference.path());
        const auto ours = schemaOf(written->front() + "/ASCEND_PROFILER_OUTPUT/ascend_mindspore_profiler_0.db");
        QVERIFY(theirs.size() > 10);
        QCOMPARE(ours.size(), theirs.size());
        for (const auto &[table, columns] : theirs) {
            QVERIFY2(ours.contains(table), table.c_str());
            COMPARE_TEXT(ours.at(table), columns);
        }
    }
};

JITSCOPE_TEST(DatabaseSchemaTest)

} // namespace jitscope::tst_databaseschema

#include "tst_databaseschema.moc"
