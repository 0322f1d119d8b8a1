// SPDX-License-Identifier: Apache-2.0
// The reader of Chrome trace JSON: everything that real writers get wrong, one row each, and what is shown for it.
#include "engine/reading/laneorder.h"
#include "tests/support/testprogram.h"
#include "tests/support/tracefiles.h"

#include <QObject>

namespace jitscope::tst_tracejson {

using namespace jitscope;
using testing::json;
using testing::printed;

namespace {

/** Survivors: what is wrong, the file, and what the reader makes of it. */
struct Survival {
    const char *name;
    std::string text; ///< with ' for "
    std::string shown;
};

const std::string lane = "Process 1 / Thread 2\n";

const Survival survivals[] = {
    {"time as text", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':'1736412474714258.990','dur':'1.5'}]",
     lane + "  a 1736412474714258990 +1500\n"},
    {"time as number", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1736412474714258.990,'dur':167.56}]",
     lane + "  a 1736412474714258990 +167560\n"},
    {"whole time", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1736412474714258,'dur':1}]",
     lane + "  a 1736412474714258000 +1000\n"},
    {"time 0 stays",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':'0','dur':1},"
     "{'ph':'X','name':'b','pid':1,'tid':2,'ts':'1736412474714258','dur':1}]",
     lane + "  a 0 +1000\n  b 1736412474714258000 +1000\n"},
    {"time with a tab", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':'7\t','dur':1}]", lane + "  a 7000 +1000\n"},
    {"no duration", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1}]",
     lane + "  a 1000 +0\nmended: trace.json: a slice without a duration (dur) is shown as an instant "
            "(byte 1)\n"},
    {"no time", "[{'ph':'X','name':'a','pid':1,'tid':2,'dur':1},{'ph':'X','name':'b','pid':1,'tid':2,'ts':1,'dur':1}]",
     lane + "  b 1000 +1000\nskipped: trace.json: an event without a readable time (ts) (byte 1)\n"},
    {"negative duration",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':-1},{'ph':'X','name':'a','pid':1,'tid':2,"
     "'ts':1,'dur':'-0.5'},{'ph':'X','name':'b','pid':1,'tid':2,'ts':1,'dur':1}]",
     lane + "  b 1000 +1000\nskipped: trace.json: a slice with a negative duration (dur) (2 times, first at byte 1)\n"},
    {"end beyond all times", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':9223372036854775,'dur':9223372036854775}]",
     "skipped: trace.json: a slice whose end lies beyond all times (byte 1)\n"
     "note: trace.json: the trace has neither slices nor counters (byte 0)\n"},
    {"no number as time",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':NaN,'dur':1},"
     "{'ph':'X','name':'b','pid':1,'tid':2,'ts':1,'dur':Infinity},"
     "{'ph':'X','name':'c','pid':1,'tid':2,'ts':1,'dur':1,'args':{'x':NaN,'y':-Infinity}}]",
     lane + "  c 1000 +1000 x=NaN y=-Infinity\n"
            "skipped: trace.json: an event without a readable time (ts) (byte 1)\n"
            "skipped: trace.json: a slice with an unreadable duration (dur) (byte 56)\n"},
    {"names after events",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1},"
     "{'ph':'M','name':'process_name','pid':1,'args':{'name':'Python'}},"
     "{'ph':'M','name':'thread_name','pid':1,'tid':2,'args':{'name':'main'}}]",
     "Python / main\n  a 1000 +1000\n"},
    {"two devices",
     "[{'ph':'X','name':'a','pid':70,'tid':2,'ts':1,'dur':1},{'ph':'X','name':'b','pid':71,'tid':2,'ts':1,"
     "'dur':1},{'ph':'M','name':'process_name','pid':70,'args':{'name':'Ascend Hardware'}},"
     "{'ph':'M','name':'process_name','pid':71,'args':{'name':'Ascend Hardware'}},"
     "{'ph':'M','name':'process_labels','pid':70,'args':{'labels':'NPU 0'}},"
     "{'ph':'M','name':'process_labels','pid':71,'args':{'labels':'NPU 1'}}]",
     "Ascend Hardware (NPU 0) / Thread 2\n  a 1000 +1000\nAscend Hardware (NPU 1) / Thread 2\n  b 1000 +1000\n"},
    {"two of one name",
     "[{'ph':'X','name':'a','pid':70,'tid':2,'ts':1,'dur':1},{'ph':'X','name':'b','pid':71,'tid':2,"
     "'ts':1,'dur':1},{'ph':'M','name':'process_name','pid':70,'args':{'name':'worker'}},"
     "{'ph':'M','name':'process_name','pid':71,'args':{'name':'worker'}}]",
     "worker [70] / Thread 2\n  a 1000 +1000\nworker [71] / Thread 2\n  b 1000 +1000\n"},
    {"pids as text", "[{'ph':'X','name':'MOV','pid':'core0.veccore1','tid':'SCALAR','ts':0.5,'dur':0.25}]",
     "Process core0.veccore1 / Thread SCALAR\n  MOV 500 +250\n"},
    {"no pid at all", "[{'ph':'X','name':'a','ts':1,'dur':1}]", "Process  / Events\n  a 1000 +1000\n"},
    {"small and capital i",
     "[{'ph':'i','name':'a','pid':1,'tid':2,'ts':1},{'ph':'I','name':'b','pid':1,'tid':2,'ts':2},"
     "{'ph':'instant','name':'c','pid':1,'tid':2,'ts':3}]",
     lane + "  a 1000 +0\n  b 2000 +0\n  c 3000 +0\n"},
    {"no arguments",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,'args':{}},"
     "{'ph':'X','name':'b','pid':1,'tid':2,'ts':2,'dur':1,'args':null}]",
     lane + "  a 1000 +1000\n  b 2000 +1000\n"},
    {"large numbers",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,'args':{'connection_id':"
     "18446744073709551615,'Model Id':4294967295}}]",
     lane + "  a 1000 +1000 connection_id=18446744073709551615 Model Id=4294967295\n"},
    {"nested arguments",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,'args':{'x':{'ph':[1, {'y':'}'}]},"
     "'z':'{'}}]",
     lane + json("  a 1000 +1000 x={'ph':[1, {'y':'}'}]} z={\n")},
    {"not UTF-8", "[{'ph':'X','name':'a\xFF','pid':1,'tid':2,'ts':1,'dur':1,'args':{'s':'\xC3('}}]",
     lane + "  a\xEF\xBF\xBD 1000 +1000 s=\xEF\xBF\xBD(\n"
            "mended: trace.json: a text that is not UTF-8; the bytes in question are shown as \xEF\xBF\xBD "
            "(byte 1)\n"},
    {"escapes",
     "[{'ph':'X','name':'\\u00e9\\ud83d\\ude00\\'\\/','pid':1,'tid':2,'ts':1,'dur':1,"
     "'args':{'s':'a\\\\n;\\r\\nb'}}]",
     lane + "  \xC3\xA9\xF0\x9F\x98\x80\"/ 1000 +1000 s=a\\n;\r\nb\n"},
    {"control characters", std::string("[{'ph':'X','name':'a\tb\r\nc") + '\0' + "d','pid':1,'tid':2,'ts':1,'dur':1}]",
     lane + std::string("  a\tb\r\nc") + '\0' + "d 1000 +1000\n"},
    {"comma too many",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,},{'ph':'X','name':'b','pid':1,'tid':2,"
     "'ts':2,'dur':1,'args':{'x':[1,],}},]",
     lane + "  a 1000 +1000\n  b 2000 +1000 x=[1,]\n"},
    {"no bracket", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1},\n",
     lane + "  a 1000 +1000\nmended: trace.json: the closing bracket is missing (byte 55)\n"},
    {"cut off", "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1},{'ph':'X','na",
     lane + "  a 1000 +1000\nmended: trace.json: the file ends within an event; what stands before it is shown "
            "(byte 54)\n"},
    {"cut off in the object", "{'traceEvents':[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1}],'x':{",
     lane + "  a 1000 +1000\nmended: trace.json: the closing bracket is missing (byte 75)\n"},
    {"two arrays",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1}][{'ph':'X','name':'b','pid':1,'tid':2,"
     "'ts':2,'dur':1}]",
     lane + "  a 1000 +1000\n  b 2000 +1000\nmended: trace.json: several arrays of events follow each other; all are "
            "shown (byte 54)\n"},
    {"one event a line",
     "{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1}\n{'ph':'X','name':'b','pid':1,'tid':2,"
     "'ts':2,'dur':1}\n",
     lane + "  a 1000 +1000\n  b 2000 +1000\nmended: trace.json: the closing bracket is missing "
            "(byte 0)\n"},
    {"damaged in the middle",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1},{'ph':'X','name':'x[{'ph':'X',"
     "'name':'b','pid':1,'tid':2,'ts':2,'dur':1},{'ph':'X','name':'c','pid':1,'tid':2,'ts':3,"
     "'dur':1}]",
     lane + "  a 1000 +1000\n  b 2000 +1000\n  c 3000 +1000\n"
            "skipped: trace.json: an event is damaged and left out (byte 54)\n"},
    {"items that are no events", "[1,null,'x',[2,{'ph':'X'}],{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1}]",
     lane + "  a 1000 +1000\nskipped: trace.json: an item among the events that is no object "
            "(4 times, first at byte 1)\n"},
    {"byte order mark", "\xEF\xBB\xBF[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1}]\r\n",
     lane + "  a 1000 +1000\n"},
    {"no phase", "[{'name':'a','ts':1},{'ph':'X','name':'b','pid':1,'tid':2,'ts':1,'dur':1},{'ph':'Q','ts':1}]",
     lane + "  b 1000 +1000\nskipped: trace.json: an event without a phase (ph) (byte 1)\n"
            "skipped: trace.json: an event of phase 'Q', which is not shown (byte 74)\n"},
    {"partial overlap",
     "[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':10},{'ph':'X','name':'b','pid':1,'tid':2,"
     "'ts':5,'dur':10}]",
     lane + "  a 1000 +10000\n    b 5000 +10000\n"},
    {"metadata alone", "[{'ph':'M','name':'process_name','pid':1,'args':{'name':'HBM'}}]",
     "note: trace.json: the trace has neither slices nor counters (byte 0)\n"},
};

const std::string lanesOfFlow = "{'ph':'X','name':'a','pid':1,'tid':1,'ts':10,'dur':5},"
                                "{'ph':'X','name':'inner','pid':1,'tid':1,'ts':11,'dur':1},"
                                "{'ph':'X','name':'b','pid':1,'tid':2,'ts':20,'dur':5},"
                                "{'ph':'X','name':'c','pid':1,'tid':3,'ts':30,'dur':5},";

/** How points of flows become arrows. */
const Survival flows[] = {
    {"at the start",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':11},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':2,'ts':20}",
     "inner -> b\n"},
    {"in the middle",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':14},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':2,'ts':22}",
     "a -> b\n"},
    {"the next slice without bp",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':14},"
     "{'ph':'f','cat':'x','id':1,'pid':1,'tid':2,'ts':16}",
     "a -> b\n"},
    {"nowhere",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':14},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':2,'ts':16}",
     "skipped: trace.json: a flow begins or ends where there is no slice (byte 273)\n"},
    {"several ends",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':10},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':2,'ts':20},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':3,'ts':30}",
     "a -> b\na -> c\n"},
    {"a step as the end",
     "{'ph':'s','cat':'x','id':'w 1','pid':1,'tid':1,'ts':10},"
     "{'ph':'t','cat':'x','id':'w 1','pid':1,'tid':2,'ts':20}",
     "a -> b\n"},
    {"a step between",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':10},"
     "{'ph':'t','cat':'x','id':1,'pid':1,'tid':2,'ts':20},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':3,'ts':30}",
     "a -> b\nb -> c\n"},
    {"end before start",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':2,'ts':20},"
     "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':1,'ts':10}",
     "b -> a\n"},
    {"an id again",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':10},{'ph':'s','cat':'x','id':1,'pid':1,'tid':2,"
     "'ts':20},{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':2,'ts':21},{'ph':'f','cat':'x','id':1,"
     "'bp':'e','pid':1,'tid':3,'ts':30}",
     "a -> b\nb -> c\n"},
    {"same id, other category",
     "{'ph':'s','cat':'x','id':1,'pid':1,'tid':1,'ts':10},"
     "{'ph':'f','cat':'y','id':1,'bp':'e','pid':1,'tid':2,'ts':20}",
     "skipped: trace.json: a flow ends that has no beginning (byte 273)\n"
     "skipped: trace.json: a flow begins that has no end (byte 221)\n"},
    {"number and text are one id",
     "{'ph':'s','cat':'x','id':1736412474725417508,'pid':1,'tid':1,'ts':10},"
     "{'ph':'f','cat':'x','id':'1736412474725417508','bp':'e','pid':1,'tid':2,'ts':20}",
     "a -> b\n"},
    {"ids beyond 2^53 stay apart",
     "{'ph':'s','cat':'x','id':18446744073709551615,'pid':1,'tid':1,'ts':10},"
     "{'ph':'f','cat':'x','id':18446744073709551614,'bp':'e','pid':1,'tid':2,'ts':20}",
     "skipped: trace.json: a flow ends that has no beginning (byte 292)\n"
     "skipped: trace.json: a flow begins that has no end (byte 221)\n"},
    {"local ids",
     "{'ph':'s','cat':'x','id2':{'local':'0x1'},'pid':1,'tid':1,'ts':10},"
     "{'ph':'f','cat':'x','id2':{'local':'0x1'},'bp':'e','pid':2,'tid':2,'ts':20},"
     "{'ph':'f','cat':'x','id2':{'local':'0x1'},'bp':'e','pid':1,'tid':2,'ts':20}",
     "a -> b\nskipped: trace.json: a flow ends that has no beginning (byte 288)\n"},
    {"no id", "{'ph':'s','cat':'x','pid':1,'tid':1,'ts':10}", "skipped: trace.json: a flow without an id (byte 221)\n"},
};

} // namespace

class TraceJsonTest : public QObject {
    Q_OBJECT

    testing::TraceFolder m_folder;

    /** A trace with `count` slices on one lane, of some 90 bytes each. */
    static std::string longTrace(int count) {
        std::string text = "[";
        for (int i = 0; i < count; ++i)
            text += format("%s{'ph':'X','name':'op%d','pid':1,'tid':2,'ts':'%d.%03d','dur':1,"
                           "'args':{'s':'}\\\\\\'[{%d'}}",
                           i == 0 ? "" : ", ", i % 50, i * 2, i % 1000, i);
        return json(text + "]");
    }

private Q_SLOTS:
    void survives_data() {
        QTest::addColumn<int>("row");
        for (size_t i = 0; i < std::size(survivals); ++i)
            QTest::newRow(survivals[i].name) << int(i);
    }

    void survives() {
        QFETCH(int, row);
        const Survival &each = survivals[row];
        COMPARE_TEXT(printed(m_folder.read(json(each.text))), each.shown);
    }

    void flowsBecomeArrows_data() {
        QTest::addColumn<int>("row");
        for (size_t i = 0; i < std::size(flows); ++i)
            QTest::newRow(flows[i].name) << int(i);
    }

    void flowsBecomeArrows() {
        QFETCH(int, row);
        const auto read = m_folder.read(json("[" + lanesOfFlow + flows[row].text + "]"));
        VERIFY_RESULT(read);
        std::string arrows;
        for (const Flow &flow : read->trace.flows())
            arrows +=
                std::string(read->trace.nameOf(flow.from)) + " -> " + std::string(read->trace.nameOf(flow.to)) + "\n";
        COMPARE_TEXT(arrows + testing::sentences(read->diagnostics), flows[row].shown);
    }

    void nameOfFlowIsWithoutItsId() {
        const auto read =
            m_folder.read(json("[" + lanesOfFlow +
                               "{'ph':'s','name':'HostToDevice81604378624','cat':'HostToDevice','id':"
                               "'81604378624','pid':1,'tid':1,'ts':10},{'ph':'f','bp':'e','name':"
                               "'HostToDevice81604378624','cat':'HostToDevice','id':'81604378624','pid':1,"
                               "'tid':2,'ts':20}]"));
        VERIFY_RESULT(read);
        QCOMPARE(read->trace.flows().size(), size_t(1));
        QCOMPARE(read->trace.texts().text(read->trace.flows()[0].name), std::string("HostToDevice"));
        QCOMPARE(read->trace.texts().text(read->trace.flows()[0].category), std::string("HostToDevice"));
    }

    void beginningsAndEndsArePaired() {
        COMPARE_TEXT(
            printed(m_folder.read(
                json("[{'ph':'B','name':'outer','pid':1,'tid':2,'ts':1,'args':{'a':1}},"
                     "{'ph':'B','name':'SET','pid':1,'tid':2,'ts':2},{'ph':'B','name':'WAIT','pid':1,'tid':2,'ts':3},"
                     "{'ph':'E','name':'SET','pid':1,'tid':2,'ts':4},{'ph':'E','pid':1,'tid':2,'ts':5},"
                     "{'ph':'E','pid':1,'tid':2,'ts':6,'args':{'b':2}},{'ph':'E','pid':1,'tid':2,'ts':7},"
                     "{'ph':'B','name':'open','pid':1,'tid':2,'ts':8},{'ph':'B','name':'x','pid':1,'tid':2,'ts':9},"
                     "{'ph':'E','pid':1,'tid':2,'ts':10}]"))),
            lane + "  outer 1000 +5000 a=1 b=2\n    SET 2000 +2000\n      WAIT 3000 +2000\n"
                   "  open 8000 +2000\n    x 9000 +1000\n"
                   "skipped: trace.json: an end (E) without its beginning (B) (byte 290)\n"
                   "mended: trace.json: a beginning (B) without its end (E) is shown up to the end of its lane "
                   "(byte 324)\n");
    }

    void countersAreSeriesByProcessNameAndKey() {
        COMPARE_TEXT(printed(m_folder.read(
                         json("[{'ph':'C','name':'HBM 0/Read','pid':5,'tid':0,'ts':'2.000','args':{'Read(MB/s)':1.5}},"
                              "{'ph':'C','name':'HBM 0/Read','pid':5,'tid':0,'ts':'1.000','args':{'Read(MB/s)':'2'}},"
                              "{'ph':'C','name':'APP','pid':5,'ts':0,'args':{'KB':0.1,'n':12345678901234567890,'x':'y',"
                              "'z':NaN}},{'ph':'C','name':'APP','id':'7','pid':6,'ts':3,'args':{'KB':-1e3}},"
                              "{'ph':'M','name':'process_name','pid':5,'args':{'name':'HBM'}}]"))),
                     "HBM / HBM 0/Read\n  counter HBM 0/Read [Read(MB/s)] 1000:2 2000:1.5\n"
                     "HBM / APP\n  counter APP [KB] 0:0.1\n  counter APP [n] 0:12345678901234567168\n"
                     "Process 6 / APP [7]\n  counter APP [7] [KB] 3000:-1000\n"
                     "skipped: trace.json: a value of a counter that is no number (2 times, first at byte 173)\n");
    }

    void lanesStandInTheirOrder() {
        std::string text = "[";
        const char *processes[] = {"Overlap Analysis", "HCCL", "HBM", "Ascend Hardware", "CANN", "MindSpore", "Python"};
        for (int i = 0; i < 7; ++i)
            text +=
                format("{'ph':'M','name':'process_name','pid':%d,'args':{'name':'%s'}},{'ph':'X','name':'a','pid':%d,"
                       "'tid':1,'ts':1,'dur':1},",
                       i, processes[i], i);
        text +=
            "{'ph':'X','name':'a','pid':3,'tid':0,'ts':1,'dur':1},{'ph':'M','name':'thread_name','pid':3,'tid':1,"
            "'args':{'name':'Stream 12'}},{'ph':'M','name':'thread_name','pid':3,'tid':0,'args':{'name':'Stream 3'}},"
            "{'ph':'M','name':'process_labels','pid':3,'args':{'labels':'NPU 2 (simulated)'}},"
            "{'ph':'M','name':'thread_name','pid':1,'tid':1,'args':{'name':'Plane 4'}}]";
        const auto read = m_folder.read(json(text));
        VERIFY_RESULT(read);
        std::string lanes;
        for (const Track &track : read->trace.tracks())
            lanes += format("%s / %s: %s %d %lld%s\n", track.process.c_str(), track.name.c_str(),
                            std::string(toString(track.kind)).c_str(), track.device, (long long)track.number,
                            track.simulated ? " simulated" : "");
        COMPARE_TEXT(lanes, "Python / Thread 1: framework -1 1\nMindSpore / Thread 1: framework -1 1\n"
                            "CANN / Thread 1: host api -1 1\nAscend Hardware / Stream 3: stream 2 3 simulated\n"
                            "Ascend Hardware / Stream 12: stream 2 12 simulated\nCommunication / Plane 4: plane -1 4\n"
                            "Overlap Analysis / Thread 1: overlap -1 1\nHBM / Thread 1: counters -1 1\n");
    }

    void deviceStandsInThePidOfNewerWriters() {
        const auto read = m_folder.read(json("[{'ph':'X','name':'a','pid':4990371,'tid':1,'ts':1,'dur':1},{'ph':'M','"
                                             "name':'process_labels','pid':4990371,"
                                             "'args':{'labels':'NPU'}},{'ph':'M','name':'process_name','pid':4990371,'"
                                             "args':{'name':'Ascend Hardware'}}]"));
        VERIFY_RESULT(read);
        QCOMPARE(read->trace.tracks()[0].device, 3);
    }

    /** Before, pids were packed by decimal digits; the order of the heading tells which way it was. */
    void ordersTellHowThePidIsPacked_data() {
        QTest::addColumn<QString>("pid");
        QTest::addColumn<int>("order");
        QTest::addColumn<int>("device");
        QTest::newRow("bits") << QString::number((4873 << 10) | (13 << 5) | 3) << 13 << 3;
        QTest::newRow("CANN 6 has no device") << "1003611" << 11 << -1;
        QTest::newRow("CANN 6, another heading") << "1004412" << 12 << -1;
        QTest::newRow("digits") << "4376751102" << 11 << 2;
        QTest::newRow("digits of no process") << "801" << 8 << 1;
    }
    void ordersTellHowThePidIsPacked() {
        QFETCH(QString, pid);
        QFETCH(int, order);
        QFETCH(int, device);
        const auto read =
            m_folder.read(json(format("[{'ph':'X','name':'a','pid':%s,'tid':7,'ts':1,'dur':1},"
                                      "{'ph':'M','name':'process_sort_index','pid':%s,'args':{'sort_index':%d}},"
                                      "{'ph':'M','name':'process_labels','pid':%s,'args':{'labels':'NPU'}},"
                                      "{'ph':'M','name':'process_name','pid':%s,'args':{'name':'Ascend Hardware'}}]",
                                      qPrintable(pid), qPrintable(pid), order, qPrintable(pid), qPrintable(pid))));
        VERIFY_RESULT(read);
        QCOMPARE(read->trace.tracks()[0].device, device);
    }

    void otherWritersKeepTheirOrder() {
        const auto read =
            m_folder.read(json("[{'ph':'X','name':'a','pid':1,'tid':7,'ts':1,'dur':1},{'ph':'X','name':'b','pid':2,'"
                               "tid':9,'ts':1,'dur':1},"
                               "{'ph':'X','name':'b','pid':2,'tid':8,'ts':1,'dur':1},"
                               "{'ph':'M','name':'process_sort_index','pid':1,'args':{'sort_index':5}},"
                               "{'ph':'M','name':'process_sort_index','pid':2,'args':{'sort_index':'1'}},"
                               "{'ph':'M','name':'thread_sort_index','pid':2,'tid':8,'args':{'sort_index':-1}}]"));
        VERIFY_RESULT(read);
        std::string lanes;
        for (const Track &track : read->trace.tracks())
            lanes += track.process + " / " + track.name + "\n";
        COMPARE_TEXT(lanes, "Process 2 / Thread 8\nProcess 2 / Thread 9\nProcess 1 / Thread 7\n");
    }

    void membersAroundTheEventsAreKept() {
        const auto read =
            m_folder.read(json("{'schemaVersion':1, 'displayTimeUnit':'ns','profilingType':'op','traceEvents':["
                               "{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1}],'more':{'x':[1]}}"));
        VERIFY_RESULT(read);
        std::string info;
        for (const auto &[key, value] : read->info)
            info += key + "=" + value + "\n";
        COMPARE_TEXT(info, json("displayTimeUnit=ns\nmore={'x':[1]}\nprofilingType=op\nschemaVersion=1\n"));
        QVERIFY(read->diagnostics.all().empty());
    }

    void filesOfOneExportAreOneTrace() {
        const std::string one = m_folder.write(
                              json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1},{'ph':'s','cat':"
                                   "'x','id':1,'pid':1,'tid':2,'ts':1}]"),
                              "one.json"),
                          two = m_folder.write(
                              json("[{'ph':'X','name':'b','pid':1,'tid':2,'ts':5,'dur':1,'args':{'k':1}},"
                                   "{'ph':'f','cat':'x','id':1,'bp':'e','pid':1,'tid':2,'ts':5},"
                                   "{'ph':'f','cat':'x','id':2,'bp':'e','pid':1,'tid':2,'ts':5}]"),
                              "two.json");
        COMPARE_TEXT(printed(readTraceJson({one, two})),
                     lane + "  a 1000 +1000\n  b 5000 +1000 k=1\nflow : a -> b\n"
                            "skipped: two.json: a flow ends that has no beginning (byte 129)\n");
    }

    void partOfAnotherFileIsRead() {
        const std::string trace = json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,'args':{'k':'v'}}]");
        const std::string path = m_folder.write("head of other things [{" + trace + "]}} tail");
        TraceJsonOptions options;
        options.bytes = std::pair<int64_t, int64_t>(23, int64_t(trace.size()));
        COMPARE_TEXT(printed(readTraceJson({path}, options)), lane + "  a 1000 +1000 k=v\n");
        options.bytes = std::pair<int64_t, int64_t>(23, 1000);
        QVERIFY(!readTraceJson({path}, options));
    }

    void whatIsNoTraceIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const QString noPhase = ": is no trace: none of its items is an event with a phase (ph)";
        const QString noEvents = ": is no trace: it has no traceEvents";
        QTest::newRow("empty") << QByteArray("") << noEvents;
        QTest::newRow("text") << QByteArray("hello") << noEvents;
        QTest::newRow("object") << QByteArray("{\"a\": 1}") << noEvents;
        QTest::newRow("numbers") << QByteArray("[1, 2]") << noPhase;
        QTest::newRow("empty array") << QByteArray("[]") << noPhase;
        QTest::newRow("events are no array") << QByteArray("{\"traceEvents\": 5}") << noEvents;
        QTest::newRow("zeros") << QByteArray(100000, '\0') << noEvents;
        QTest::newRow("brackets") << QByteArray(1000000, '[') << noPhase;
        QTest::newRow("braces") << QByteArray(1000000, '{') << noEvents;
    }

    void whatIsNoTraceIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const auto read = m_folder.read(text.toStdString());
        QVERIFY(!read);
        COMPARE_TEXT(read.error().message, m_folder.path("trace.json") + message.toStdString());
    }

    void longFilesAreCutIntoPiecesWithoutLoss() {
        constexpr int count = 120000; // some 11 MB, on one line
        const auto read = m_folder.read(longTrace(count));
        VERIFY_RESULT(read);
        COMPARE_TEXT(testing::sentences(read->diagnostics), std::string());
        QCOMPARE(read->trace.sliceCount(), int64_t(count));
        for (int i = 0; i < count; ++i) {
            const SliceId id{i};
            QCOMPARE(read->trace.startOf(id), int64_t(i) * 2000 + i % 1000);
            QCOMPARE(read->trace.nameOf(id), std::string_view(format("op%d", i % 50)));
        }
        const SliceArguments arguments = read->trace.argumentsOf(SliceId{count - 1});
        QCOMPARE(arguments.size(), size_t(1));
        QCOMPARE(arguments[0].second, format("}\\\"[{%d", count - 1));
        QVERIFY(read->trace.memoryBytes() <= int64_t(count) * 60);
    }

    void largeEventIsReadWhole() {
        const std::string stack(5'000'000, 'x');
        const auto read = m_folder.read(json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,'args':{'s':'") +
                                        stack + json("'}},{'ph':'X','name':'b','pid':1,'tid':2,'ts':3,'dur':1}]"));
        VERIFY_RESULT(read);
        QCOMPARE(read->trace.sliceCount(), int64_t(2));
        QCOMPARE(read->trace.argumentsOf(SliceId{0})[0].second.size(), stack.size());
        QVERIFY(read->diagnostics.all().empty());
    }

    void damageOfManyPlacesIsPassedQuickly() {
        std::string text = "[";
        for (int i = 0; i < 20000; ++i)
            text += json(format("{'ph':'X','name':'a%d[{'ph':'X','name':'b','pid':1,'tid':2,'ts':%d,'dur':1},", i, i));
        const auto read = m_folder.read(text + "]");
        VERIFY_RESULT(read);
        QVERIFY(read->trace.sliceCount() > 19900);
        QVERIFY(read->trace.sliceCount() <= 20000);
    }

    void windowGivesWhatOverlapsIt() {
        TraceJsonOptions options;
        options.window = std::pair<int64_t, int64_t>(20'000, 30'000);
        const std::string text = json(
            "[{'ph':'X','name':'before','pid':1,'tid':2,'ts':100,'dur':5},{'ph':'X','name':'over','pid':1,'tid':3,'ts':"
            "105,"
            "'dur':100},{'ph':'X','name':'in','pid':1,'tid':2,'ts':125,'dur':1},{'ph':'X','name':'behind','pid':1,'tid'"
            ":2,"
            "'ts':131,'dur':1},{'ph':'C','name':'n','pid':1,'ts':99,'args':{'v':1}},{'ph':'C','name':'n','pid':1,'ts':"
            "122,"
            "'args':{'v':2}},{'ph':'B','name':'open','pid':1,'tid':2,'ts':100},{'ph':'E','pid':1,'tid':2,'ts':118}]");
        COMPARE_TEXT(printed(m_folder.read(text, options)),
                     "Process 1 / Thread 3\n  over 105000 +100000\nProcess 1 / Thread 2\n  in 125000 +1000\n"
                     "Process 1 / n\n  counter n [v] 122000:2\n");
    }

    void cancellingEndsReading() {
        Progress progress;
        progress.cancel();
        TraceJsonOptions options;
        options.progress = &progress;
        const auto read = m_folder.read(longTrace(1000), options);
        QVERIFY(!read);
        QCOMPARE(read.error().message, std::string("opening was cancelled"));
    }

    void progressIsToldInBytes() {
        Progress progress;
        TraceJsonOptions options;
        options.progress = &progress;
        const std::string text = longTrace(1000);
        VERIFY_RESULT(m_folder.read(text, options));
        QCOMPARE(progress.what(), std::string("reading trace.json"));
        QCOMPARE(progress.total(), int64_t(text.size()));
        QCOMPARE(progress.done(), int64_t(text.size()));
    }

    void whatDoesNotFitIsRefusedWithAWindow() {
        TraceJsonOptions options;
        options.memoryBytes = 2'000'000;
        const auto read = m_folder.read(longTrace(100000), options);
        QVERIFY(!read);
        const std::string &message = read.error().message;
        QVERIFY2(message.find("trace.json: takes about 6.") != std::string::npos, message.c_str());
        QVERIFY2(message.find(" of memory, and 2.0 MB are left for it; open a window of time, such as the first ") !=
                     std::string::npos,
                 message.c_str());
        QVERIFY2(message.ends_with(" of 200.00 ms"), message.c_str());
        options.window = std::pair<int64_t, int64_t>(0, 25'000'000);
        VERIFY_RESULT(m_folder.read(longTrace(100000), options));
    }

    void argumentsOfAChangedFileAreNotMadeUp() {
        const auto read = m_folder.read(json("[{'ph':'X','name':'a','pid':1,'tid':2,'ts':1,'dur':1,'args':{'k':1}}]"));
        VERIFY_RESULT(read);
        QCOMPARE(read->trace.argumentsOf(SliceId{0})[0].second, std::string("1"));
        QFile file(QString::fromStdString(m_folder.path("trace.json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write("[{'ph'");
        file.resize(20);
        file.close();
        QCOMPARE(read->trace.argumentsOf(SliceId{0})[0].second,
                 "not available: " + m_folder.path("trace.json") + ": was changed since it was opened; open it again");
    }

    void resultsDoNotDependOnPieces() {
        std::string events;
        for (int i = 0; i < 3000; ++i) {
            events += format("{\"ph\":\"X\",\"name\":\"op %d\",\"pid\":1,\"tid\":%d,\"ts\":%d.125,\"dur\":0.5,"
                             "\"args\":{\"shape\":\"%s\",\"of\":[{\"a\":\"}]\"},%d]}},\n",
                             i % 17, i % 3, i, std::string(size_t(i % 50), 'x').c_str(), i);
            events += format("{\"ph\":\"%s\",\"name\":\"call\",\"pid\":2,\"tid\":1,\"ts\":%d},", i % 2 ? "E" : "B", i);
            events +=
                format("{\"ph\":\"%s\",\"cat\":\"to\",\"name\":\"to\",\"id\":%d,\"pid\":1,\"tid\":%d,\"ts\":%d.2},",
                       i % 2 ? "f" : "s", i / 2, i % 3, i);
            events +=
                format("{\"ph\":\"C\",\"name\":\"memory\",\"pid\":1,\"ts\":%d,\"args\":{\"used\":%d}},", i, i * i);
        }
        events.back() = ']';
        const std::string text = "{\"traceEvents\":[" + events + ",\"displayTimeUnit\":\"ns\"}";
        const std::string whole = printed(m_folder.read(text));
        QVERIFY(whole.size() > 100000);
        for (const int64_t pieceBytes : {200, 1000, 4097, 65536}) {
            TraceJsonOptions options;
            options.pieceBytes = pieceBytes;
            COMPARE_TEXT(printed(m_folder.read(text, options)), whole);
        }
    }
};

JITSCOPE_TEST(TraceJsonTest)

} // namespace jitscope::tst_tracejson

#include "tst_tracejson.moc"
