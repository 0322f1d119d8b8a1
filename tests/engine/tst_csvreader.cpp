// SPDX-License-Identifier: Apache-2.0
// What profilers write as text: comma-separated tables, JSON beside them, decimal numbers.
#include "engine/profile/profile.h"
#include "engine/reading/csvreader.h"
#include "engine/reading/csvtable.h"
#include "engine/base/exactdecimal.h"
#include "engine/reading/jsondocument.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

#include <random>

namespace jitscope::tst_csvreader {

using namespace jitscope;

namespace {

/** Rows as lines, cells between bars; line ends in cells as \n. */
std::string rowsOf(CsvReader reader) {
    std::string text;
    for (;;) {
        const auto more = reader.next();
        if (!more) return more.error().message;
        if (!*more) return text;
        text += format("%lld", (long long)reader.line());
        for (const std::string_view cell : reader.cells()) {
            text += '|';
            for (const char c : cell)
                text += c == '\n' ? std::string("\\n") : std::string(1, c);
        }
        text += '\n';
    }
}

std::string rowsOf(const std::string &text) {
    return rowsOf(CsvReader(text));
}

/** A table as lines of name=value, without the columns in which nothing stands. */
std::string cellsOf(const CsvTable &table) {
    std::string text;
    for (int64_t row = 0; row < table.table.rowCount(); ++row) {
        std::vector<std::string> cells;
        for (int i = 0; i < table.table.columnCount(); ++i) {
            const std::string cell = table.table.cell(row, i);
            const DataColumn &column = table.table.columns()[size_t(i)];
            if (!cell.empty())
                cells.push_back(column.name + (column.unit.empty() ? "" : "[" + column.unit + "]") + "=" + cell);
        }
        text += join(cells, " ") + "\n";
    }
    for (const Diagnostic &each : table.diagnostics.all())
        text += std::string(toString(each.kind)) + " " + sentence(each) + "\n";
    return text;
}

const CsvTableRule memoryRule = {"memory_record",
                                 {"memory_record"},
                                 {{"component", {"Component"}},
                                  {"time", {"Timestamp"}, "us"},
                                  {"allocated", {"Total Allocated"}, "MB"},
                                  {"reserved", {"Total Reserved"}, "MB"},
                                  {"stream", {"Stream Ptr"}, "", NoneId::AllBits}}};

std::string memoryOf(const std::string &text) {
    const auto table = readCsvText(text, &memoryRule, "");
    return table ? cellsOf(*table) : table.error().message;
}

std::string anyTable(const std::string &text) {
    const auto table = readCsvText(text, nullptr, "any");
    return table ? cellsOf(*table) : table.error().message;
}

std::string jsonText(const JsonValue &value) {
    std::string text;
    if (value.kind() == JsonKind::Object)
        for (const auto &[key, member] : value.members())
            text += (text.empty() ? "" : ",") + key + ":" + jsonText(member);
    else if (value.kind() == JsonKind::Array)
        for (const JsonValue &item : value.items())
            text += (text.empty() ? "" : ",") + jsonText(item);
    else
        return value.text();
    return (value.kind() == JsonKind::Object ? "{" : "[") + text + (value.kind() == JsonKind::Object ? "}" : "]");
}

} // namespace

class CsvReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("rows");
        QTest::newRow("plain") << "a,b\n1,2\n"
                               << "1|a|b\n2|1|2\n";
        QTest::newRow("no line end") << "a,b\n1,2"
                                     << "1|a|b\n2|1|2\n";
        QTest::newRow("crlf") << "a,b\r\n1,2\r\n"
                              << "1|a|b\n2|1|2\n";
        QTest::newRow("byte order mark") << QString::fromUtf8("\xEF\xBB\xBF") + "a,b\n"
                                         << "1|a|b\n";
        QTest::newRow("trailing comma") << "a,b,\n1,2,\n"
                                        << "1|a|b|\n2|1|2|\n";
        QTest::newRow("tab behind") << "1736412474730135.222\t,55\n"
                                    << "1|1736412474730135.222|55\n";
        QTest::newRow("quotes") << "\"a,b\",\"c\"\n"
                                << "1|a,b|c\n";
        QTest::newRow("tab behind quotes") << "\"a\"\t,b\n"
                                           << "1|a|b\n";
        QTest::newRow("triple quotes") << "\"\"\"32,3;4\"\"\",x\n"
                                       << "1|\"32,3;4\"|x\n";
        QTest::newRow("several lines") << "a,\"x;\r\ny\"\nb,c\n"
                                       << "1|a|x;\r\\ny\n3|b|c\n";
        QTest::newRow("empty lines") << "\n\na\n\n\nb\n"
                                     << "3|a\n6|b\n";
        QTest::newRow("empty cells") << ",,\n"
                                     << "1|||\n";
        QTest::newRow("quote inside") << "a\"b,c\n"
                                      << "1|a\"b|c\n";
        QTest::newRow("open quote") << "a,\"b\nc"
                                    << "1|a|b\\nc\n";
        QTest::newRow("nothing") << ""
                                 << "";
    }

    void rowsAreRead() {
        QFETCH(QString, text);
        QFETCH(QString, rows);
        COMPARE_TEXT(rowsOf(text.toStdString()), rows.toStdString());
    }

    void rowsThatCrossPiecesAreTheSame() {
        std::string text = "head,b\n";
        for (int i = 0; i < 60'000; ++i)
            text += format("%d,\"a\"\"%d\nline\",%d.5\t\n", i, i * 7, i);
        text += "last,\"" + std::string(3'000'000, 'x') + "\",1\n";
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.csv").toStdString();
        VERIFY_RESULT(writeFile(path, text));
        auto reader = CsvReader::open(path);
        VERIFY_RESULT(reader);
        COMPARE_TEXT(rowsOf(*std::move(reader)), rowsOf(text));
    }

    void decimalsAreExact_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("scale");
        QTest::addColumn<QString>("value");
        QTest::newRow("epoch") << "1736412474714258.990" << qint64(1000) << "1736412474714258990";
        QTest::newRow("tail") << "840.07675" << qint64(1000) << "840077";
        QTest::newRow("just below a half") << "840.0764999999999999999999" << qint64(1000) << "840076";
        QTest::newRow("exponent") << "1.69512E+15" << qint64(1000) << "1695120000000000000";
        QTest::newRow("integer") << "1695115378710248" << qint64(1000) << "1695115378710248000";
        QTest::newRow("negative") << "-16.5" << qint64(1024) << "-16896";
        QTest::newRow("megabytes") << "954.3701171875" << qint64(1 << 20) << "1000729600";
        QTest::newRow("half up") << "0.0005" << qint64(1000) << "1";
        QTest::newRow("less") << "0.00049" << qint64(1000) << "0";
        QTest::newRow("tiny") << "1e-400" << qint64(1000) << "0";
        QTest::newRow("all bits") << "18446744073709551615" << qint64(1) << "none";
        QTest::newRow("largest") << "9223372036854775807" << qint64(1) << "9223372036854775807";
        QTest::newRow("too large") << "9223372036854775808" << qint64(1) << "none";
        QTest::newRow("huge") << "1e999999999" << qint64(1000) << "none";
        QTest::newRow("half up behind 19 digits") << "1900000000000000.9995" << qint64(1000) << "1900000000000001000";
        QTest::newRow("less behind 19 digits") << "1900000000000000.99949999" << qint64(1000) << "1900000000000000999";
        QTest::newRow("many digits") << "00000000000000000000000000000000000000017.0000000000000000000000000000000"
                                     << qint64(1000) << "17000";
        QTest::newRow("word") << "N/A" << qint64(1000) << "none";
        QTest::newRow("rest") << "12x" << qint64(1000) << "none";
        QTest::newRow("point") << "." << qint64(1000) << "none";
        QTest::newRow("nothing") << "" << qint64(1000) << "none";
    }

    void decimalsAreExact() {
        QFETCH(QString, text);
        QFETCH(qint64, scale);
        QFETCH(QString, value);
        const auto number = scaledDecimal(text.toStdString(), scale);
        QCOMPARE(number ? QString::number(*number) : QString("none"), value);
    }

    void cellsOfAnyKindAreNumbers() {
        DataTable table;
        table.addColumn("count", ColumnType::Integer);
        table.addColumn("share", ColumnType::Real);
        table.addColumn("name", ColumnType::Text);
        table.addRow();
        for (const char *column : {"count", "share", "name", "none"}) {
            QVERIFY2(std::isnan(table.number(0, table.column(column))), column);
            QCOMPARE(table.whole(0, table.column(column)), missingInteger);
        }
        table.setInteger(0, 0, int64_t(1) << 60);
        table.setReal(0, 1, 2.5);
        table.setText(0, 2, "7");
        QCOMPARE(table.number(0, 0), 0x1p60);
        QCOMPARE(table.whole(0, 0), int64_t(1) << 60);
        QCOMPARE(table.number(0, 1), 2.5);
        QCOMPARE(table.whole(0, 1), int64_t(3));
        QVERIFY(std::isnan(table.number(0, 2)));
        table.setReal(0, 1, 1e300);
        QCOMPARE(table.whole(0, 1), missingInteger);
    }

    void headingsAreTakenApart() {
        const auto key = [](const char *text) {
            const CsvHeading heading = csvHeading(text);
            return heading.name + "|" + heading.unit + "|" + heading.key;
        };
        QCOMPARE(key(" Start Time(us)\t"), std::string("Start Time|us|starttime"));
        QCOMPARE(key("Communication(Not Overlapped)"),
                 std::string("Communication(Not Overlapped)||communicationnotoverlapped"));
        QCOMPARE(key("aic_l0a_read_bw(GB/s)"), std::string("aic_l0a_read_bw|GB/s|aicl0areadbw"));
        QCOMPARE(key("Avg. time (us)"), std::string("Avg. time|us|avgtime"));
        QCOMPARE(key("STEP ID"), std::string("STEP ID||stepid"));
    }

    void columnsAreFoundByTheirHeadings_data() {
        QTest::addColumn<QString>("text");
        const QString same = "APP,1736405443756384.100\t,,2109.5,NPU:0\n";
        QTest::newRow("as written") << "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB)\n"
                                       "APP,1736405443756384.100\t,,2109.5\n";
        QTest::newRow("another order") << "Total Reserved(MB),Component,Timestamp(us)\n"
                                          "2109.5,APP,1736405443756384.100\t\n";
        QTest::newRow("case and spaces") << "TOTAL  reserved (MB),component,TimeStamp (us)\n"
                                            "2109.5,APP,1736405443756384.100\n";
        QTest::newRow("other units") << "Total Reserved(KB),Component,Timestamp(ms)\n"
                                        "2160128,APP,1736405443756.3841\n";
        QTest::newRow("no units") << "Total Reserved,Component,Timestamp\n"
                                     "2109.5,APP,1736405443756384.1\n";
        QTest::newRow("comma at the end") << "Total Reserved,Component,Timestamp,\n"
                                             "2109.5,APP,1736405443756384.1,\n";
    }

    void columnsAreFoundByTheirHeadings() {
        QFETCH(QString, text);
        COMPARE_TEXT(memoryOf(text.toStdString()),
                     "component=APP time[ns]=1736405443756384100 reserved[B]=2211971072\n");
    }

    void whatIsMissingIsMissing() {
        COMPARE_TEXT(
            memoryOf("Component,Timestamp(us),Stream Ptr\nN/A,N/A,N/A\nAPP,,4294967295\nAPP,1,18446744073709551615\n"
                     "APP,2,7\n"),
            "\ncomponent=APP\ncomponent=APP time[ns]=1000\ncomponent=APP time[ns]=2000 stream=7\n");
        const auto table = readCsvText("Component\n", &memoryRule, "");
        VERIFY_RESULT(table);
        QCOMPARE(table->table.rowCount(), int64_t(0));
        QCOMPARE(join(table->absent, ","), std::string("time,allocated,reserved,stream"));
    }

    void everyFaultIsCountedWithItsPlace() {
        COMPARE_TEXT(memoryOf("Component,Timestamp(us)\nAPP\nAPP,x\nAPP,y\nAPP,1,2\nAPP,\"3\n"),
                     "component=APP\ncomponent=APP\ncomponent=APP\ncomponent=APP time[ns]=1000\ncomponent=APP\n"
                     "mended a row has fewer cells than there are headings (line 2)\n"
                     "skipped a cell of column 'Timestamp' is no number (3 times, first at line 3)\n"
                     "skipped a row has more cells than there are headings (line 5)\n"
                     "mended the last row was cut off within quotes (line 6)\n");
    }

    void columnsOfNoSchemaAreAppended() {
        COMPARE_TEXT(
            memoryOf("Component,aic_mac_ratio,aicore_time(us),note,time\nAPP,0.5,1.25,N/A,1\nGE,1,N/A,text,2\n"),
            "component=APP aic_mac_ratio=0.5 aicore_time[us]=1.25 time (as written)=1\n"
            "component=GE aic_mac_ratio=1 note=text time (as written)=2\n");
    }

    void tablesOfAnyKindAreShownAsTheyAre() {
        COMPARE_TEXT(anyTable("Op,Count,Time(us),Timestamp(us),Op,Mixed\n\"Add\",3,1.5,1736405443756384.123\t,x,1\n"
                              "Mul,,2,N/A,y,z\n"),
                     "Op=Add Count=3 Time[us]=1.5 Timestamp[ns]=1736405443756384123 Op (2)=x Mixed=1\n"
                     "Op=Mul Time[us]=2 Op (2)=y Mixed=z\n");
    }

    void typesThatTurnOutTooNarrowAreWidened() {
        std::string text = "a,b(us),Timestamp(us)\n";
        for (int i = 0; i < 3000; ++i)
            text += format("%d,%d,%d\n", i, i, i);
        text += "x,0.5,never\n";
        const auto table = readCsvText(text, nullptr, "any");
        VERIFY_RESULT(table);
        QCOMPARE(table->table.rowCount(), int64_t(3001));
        QCOMPARE(table->table.cell(7, 0) + "," + table->table.cell(7, 1) + "," + table->table.cell(7, 2),
                 std::string("7,7,7"));
        QCOMPARE(table->table.cell(3000, 0) + "," + table->table.cell(3000, 1) + "," + table->table.cell(3000, 2),
                 std::string("x,0.5,never"));
        QCOMPARE(table->table.columns()[2].unit, std::string("us"));
        QCOMPARE(table->table.columnCount(), 3);
        QVERIFY(table->diagnostics.all().empty());
    }

    void noHeadingMeetsANameOfOurs() {
        COMPARE_TEXT(anyTable("a,wider 2\n1,2\nx,3\ny,4\n"), "a=1 wider 2=2\na=x wider 2=3\na=y wider 2=4\n");
        COMPARE_TEXT(anyTable("a,a (2),a\n1,2,3\n"), "a=1 a (2)=2 a (3)=3\n");
        COMPARE_TEXT(anyTable(",\"\",\n1,2,3\n"), "column=1\nskipped a row has more cells than there are headings "
                                                  "(line 2)\n");
        COMPARE_TEXT(memoryOf("time (as written),time,component,Component\n1,2,3,4\n"),
                     "component=3 time (as written)=1 time (as written) (2)=2 Component=4\n");
    }

    void megabytesOfMindSpore() {
        CsvTableOptions options;
        options.megabyte = 1024 * 1000;
        const auto table = readCsvText("Component,Total Allocated(MB)\nMindSpore,1.5\n", &memoryRule, "", options);
        VERIFY_RESULT(table);
        COMPARE_TEXT(cellsOf(*table), "component=MindSpore allocated[B]=1536000\n");
    }

    void whatIsNoTableIsRefused() {
        QCOMPARE(anyTable(""), std::string("text: the file is empty: not even column headings are there"));
        QCOMPARE(anyTable(std::string("a\0b,c\n", 6)), std::string("text: is no text: there are zero bytes in it"));
        QCOMPARE(anyTable(std::string(5000, ',') + "\n"),
                 std::string("text: 5001 columns are more than the 4096 that are read"));
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.csv").toStdString();
        VERIFY_RESULT(writeFile(path, "a,b\n1,2\n"));
        CsvTableOptions options;
        options.limitBytes = 5;
        const auto large = readCsvTable(path, nullptr, "a", options);
        QVERIFY(!large);
        QCOMPARE(large.error().message,
                 path + ": 8 B are more than the 5 B that are read of a table: profile fewer steps, "
                        "or cut the file");
        Progress progress;
        progress.cancel();
        options = {};
        options.progress = &progress;
        const auto cancelled = readCsvTable(path, nullptr, "a", options);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().message, std::string("opening was cancelled"));
        QVERIFY(!readCsvTable("/no/such.csv", nullptr, "a"));
    }

    void anyBytesAreReadOrRefused() {
        std::mt19937 random(7);
        const std::string seed =
            "Component,Timestamp(us),Total Allocated(MB),x\nAPP,1.5\t,\"a\nb\",\"\"\"2,3\"\"\"\nGE,N/A,2e3,\r\n";
        const std::string pieces = "\",\n\r\t\"\"0.eE+-9\0\xFF;A";
        for (int i = 0; i < 20'000; ++i) {
            std::string text = seed;
            for (int change = int(random() % 6) + 1; change > 0; --change) {
                const size_t at = random() % (text.size() + 1);
                if (random() % 3 == 0 && at < text.size())
                    text.erase(at, random() % 9);
                else
                    text.insert(at, 1, pieces[random() % pieces.size()]);
            }
            const auto known = readCsvText(text, &memoryRule, "");
            const auto any = readCsvText(text, nullptr, "any");
            QCOMPARE(known.ok(), any.ok());
            if (any) QCOMPARE(known->table.rowCount(), any->table.rowCount());
        }
    }

    // --- JSON ------------------------------------------------------------------------------------------------------

    void jsonIsRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("problem");
        QTest::newRow("all") << QByteArray(
                                    " {\"a\" : [1, -2.5e3, \"x\\n\\u00e9\\ud83d\\ude00\", true, null], \"b\": {}} ")
                             << QString::fromUtf8("{a:[1,-2.5e3,x\n\u00e9\U0001F600,true,null],b:{}}") << "";
        QTest::newRow("python") << QByteArray("[NaN, Infinity, -Infinity]") << "[NaN,Infinity,-Infinity]"
                                << "";
        QTest::newRow("mark") << QByteArray("\xEF\xBB\xBF{\"a\":1}") << "{a:1}"
                              << "";
        QTest::newRow("control character") << QByteArray("[\"a\tb\"]") << "[a\tb]"
                                           << "";
        QTest::newRow("cut") << QByteArray("{\"a\":{\"b\":[1,2") << "{a:{b:[1,2]}}"
                             << "the text ends early";
        QTest::newRow("cut in a name") << QByteArray("{\"a\":1,\"b") << "{a:1}"
                                       << "the text ends in a string";
        QTest::newRow("cut behind a name") << QByteArray("{\"a\":1,\"b\"") << "{a:1}"
                                           << "a colon is expected";
        QTest::newRow("no value") << QByteArray("{\"a\":1,\"b\":}") << "{a:1}"
                                  << "a value is expected";
        QTest::newRow("no comma") << QByteArray("[1 2]") << "[1]"
                                  << "a comma is expected";
        QTest::newRow("rest") << QByteArray("[1] x") << "[1]"
                              << "something stands behind the end";
        QTest::newRow("nothing") << QByteArray("") << ""
                                 << "the text ends early";
        QTest::newRow("half a pair") << QByteArray("[\"\\ud83dx\", \"\\u12\"]") << QString::fromUtf8("[\uFFFDx,\uFFFD]")
                                     << "";
    }

    void jsonIsRead() {
        QFETCH(QByteArray, text);
        QFETCH(QString, content);
        QFETCH(QString, problem);
        const auto document = JsonDocument::parse(text.toStdString());
        VERIFY_RESULT(document);
        COMPARE_TEXT(jsonText(document->root()) == "[]" && content.isEmpty() ? "" : jsonText(document->root()),
                     content.toStdString());
        QCOMPARE(document->problem(), problem.toStdString());
    }

    void jsonNumbersKeepTheirDigits() {
        const auto document = JsonDocument::parse(R"({"a": 1736412474757059.83, "b": "7", "c": "x", "d": [1]})");
        VERIFY_RESULT(document);
        const JsonValue root = document->root();
        QCOMPARE(root["a"].digits(), std::string_view("1736412474757059.83"));
        QCOMPARE(root["b"].digits(), std::string_view("7"));
        QCOMPARE(root["c"].digits(), std::string_view());
        QCOMPARE(root["b"].real(), 7.0);
        QVERIFY(std::isnan(root["d"].real()));
        QVERIFY(!root["e"]["f"]);
        QCOMPARE(root["d"].raw(), std::string_view("[1]"));
    }

    void deepJsonNeedsNoStack() {
        const auto document = JsonDocument::parse(std::string(1'000'000, '['));
        VERIFY_RESULT(document);
        QCOMPARE(document->problem(), std::string("the text ends early"));
        QCOMPARE(document->root().items().size(), size_t(1));
    }

    void anyJsonBytesAreRead() {
        std::mt19937 random(11);
        const std::string seed = R"({"step50":{"p2p":{},"collective":{"a@1":{"T":{"x":1.5,"y":[1,"\u00e9"]}}}}})";
        const std::string pieces = "{}[]\",:\\u0eN-";
        for (int i = 0; i < 30'000; ++i) {
            std::string text = seed;
            for (int change = int(random() % 5) + 1; change > 0; --change) {
                const size_t at = random() % (text.size() + 1);
                if (random() % 2 == 0 && at < text.size())
                    text.erase(at, random() % 9);
                else
                    text.insert(at, 1, pieces[random() % pieces.size()]);
            }
            const auto document = JsonDocument::parse(text);
            VERIFY_RESULT(document);
            QVERIFY(jsonText(document->root()).size() <= 4 * text.size() + 16);
        }
    }
};

JITSCOPE_TEST(CsvReaderTest)

} // namespace jitscope::tst_csvreader

#include "tst_csvreader.moc"
