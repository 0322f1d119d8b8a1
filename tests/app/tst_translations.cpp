// SPDX-License-Identifier: Apache-2.0
// Every text has its Chinese words, with the same places for numbers and names in them. Qt's lupdate says which texts
// the code has; those of the engine, which knows no translations, come from its records.
#include "engine/analysis/advice/advice.h"
#include "engine/analysis/device/idlecause.h"
#include "engine/analysis/device/kernelbound.h"
#include "engine/ascend/devicemodel.h"
#include "engine/inspect/watchpoint.h"
#include "engine/passes/decisions.h"
#include "engine/passes/pass.h"
#include "engine/passes/predicate.h"
#include "engine/profile/profile.h"
#include "engine/runadvice/runadvice.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <map>
#include <set>

namespace jitscope::tst_translations {

using namespace jitscope;

namespace {

struct Message {
    QString context, source;
    QStringList forms;
    bool isFinished = true, isPlural = false;
    QString place; ///< "app/shell/dock.cpp:17"; "" where the file names none
};

QList<Message> messagesIn(const QString &path) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader reader(&file);
    QString context;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == QLatin1String("name")) {
            context = reader.readElementText();
        } else if (reader.name() == QLatin1String("message")) {
            messages.append(Message());
            messages.last().context = context;
            messages.last().isPlural = reader.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        } else if (reader.name() == QLatin1String("location")) {
            const auto attributes = reader.attributes();
            const QString name = attributes.value(QLatin1String("filename")).toString();
            const QString within = name.mid(std::max(name.lastIndexOf("/app/"), name.lastIndexOf("/plugins/")) + 1);
            messages.last().place = within + QLatin1Char(':') + attributes.value(QLatin1String("line")).toString();
        } else if (reader.name() == QLatin1String("source")) {
            messages.last().source = reader.readElementText();
        } else if (reader.name() == QLatin1String("translation")) {
            messages.last().isFinished = !reader.attributes().hasAttribute(QLatin1String("type"));
            if (!messages.last().isPlural) messages.last().forms.append(reader.readElementText());
        } else if (reader.name() == QLatin1String("numerusform")) {
            messages.last().forms.append(reader.readElementText());
        }
    }
    return messages;
}

QList<Message> messagesOf(const QString &language) {
    return messagesIn(QStringLiteral(JITSCOPE_SOURCE_DIR "/resources/translations/jitscope_%1.ts").arg(language));
}

using Key = std::pair<QString, QString>; ///< context, source

std::map<Key, Message> byKey(const QList<Message> &messages) {
    std::map<Key, Message> keyed;
    for (const Message &message : messages)
        keyed.try_emplace({message.context, message.source}, message);
    return keyed;
}

/** What lupdate finds in the window and the plugins, and what it complained of. */
struct CodeTexts {
    QList<Message> messages;
    QString complaints;
};

/** That of Qt 6.8 takes two classes of the window for ones without a namespace from some line of their sources on. */
constexpr bool lupdateFollowsNamespaces = QT_VERSION < QT_VERSION_CHECK(6, 5, 0);
const char cannotFollow[] = "lupdate of Qt 6.5 and later loses namespaces; texts are gathered with that of 6.4";

const CodeTexts &codeTexts() {
    static const CodeTexts found = [] {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("code.ts"));
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(JITSCOPE_SOURCE_DIR));
        lupdate.start(JITSCOPE_LUPDATE, {"-extensions", "cpp,h", "-I", ".", "-locations", "absolute", "-recursive",
                                         "app", "plugins", "-ts", path});
        CodeTexts texts;
        if (!lupdate.waitForFinished(120'000) || lupdate.exitCode() != 0) return texts;
        // The text of a class that it does not know, or that has no context of its own, is looked up in another one.
        for (const QByteArray &line : lupdate.readAllStandardError().split('\n'))
            if (line.contains("lacks Q_OBJECT") || line.contains("Qualifying with unknown"))
                texts.complaints += QString::fromUtf8(line) + '\n';
        texts.messages = messagesIn(path);
        return texts;
    }();
    return found;
}

/** Contexts of texts that the engine's records hold. */
const std::set<QString> engineContexts = {"Advice",      "RunAdvice",     "DeviceParameters", "IdleCauses",
                                          "KernelBound", "PassSummaries", "Predicates",       "SliceOrigin",
                                          "Tables",      "WatchRules"};

/** What the records of the engine say, by context. */
std::set<Key> textsOfRecords() {
    std::set<Key> texts;
    const auto words = [](const std::string &text) { return QString::fromStdString(text); };
    for (const ModelParameter &each : modelParameters())
        for (const char *text : {each.name, each.meaning, each.defaultSource})
            texts.emplace("DeviceParameters", words(text));
    for (const IdleCauseWords &each : idleCauseWords())
        for (const char *text : {each.title, each.pattern, each.meaning})
            texts.emplace("IdleCauses", words(text));
    for (const AdviceRule &each : adviceRules())
        for (const char *text : {each.title, each.pattern, each.advice, each.source})
            texts.emplace("Advice", words(text));
    for (const AdviceRule &each : adviceRules())
        for (const char *text : each.otherTexts)
            texts.emplace("Advice", words(text));
    for (const RunRule &each : runRules())
        for (const char *text : {each.title, each.pattern, each.advice, each.base})
            texts.emplace("RunAdvice", words(text));
    for (int bound = int(Bound::Unknown); bound <= int(Bound::Latency); ++bound)
        for (const char *text : {textOf(Bound(bound)).name, textOf(Bound(bound)).meaning})
            texts.emplace("KernelBound", words(text));
    for (const PassDef &pass : builtinPasses())
        texts.emplace("PassSummaries", words(pass.summary));
    texts.emplace("PassSummaries", words(decidedDtypePass().summary));
    for (int kind = int(PredicateKind::Stated) + 1; kind <= int(PredicateKind::KeptOutByDecision); ++kind) {
        const PredicateForm &form = formOf(PredicateKind(kind));
        for (const std::string_view text : {form.name, form.sentence})
            texts.emplace("Predicates", words(std::string(text)));
        texts.emplace("Predicates", words(std::string(toString(form.group))));
    }
    for (const WatchRule &rule : watchRules()) {
        texts.emplace("WatchRules", words(rule.title));
        texts.emplace("WatchRules", words(rule.summary));
        for (const auto &parameter : rule.parameters)
            texts.emplace("WatchRules", words(parameter.summary));
    }
    for (const auto *schemas : {&tableSchemas(), &kernelTableSchemas()})
        for (const TableSchema &schema : *schemas) {
            texts.emplace("Tables", words(schema.meaning));
            for (const ColumnSchema &column : schema.columns)
                if (*column.meaning != '\0') texts.emplace("Tables", words(column.meaning));
        }
    return texts;
}

/** A column's title is its name in words: "Begin on the host" of "begin_on_the_host". */
QString nameOfTitle(QString title) {
    title[0] = title[0].toLower();
    return title.replace(' ', '_');
}

/** The string literals of the engine and of plugins, those that stand together as one. */
std::set<QString> literalsOfTheEngine() {
    static const QRegularExpression literals(QStringLiteral(R"re("(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*)re"));
    static const QRegularExpression seam(QStringLiteral(R"re("\s*")re"));
    std::set<QString> found;
    for (const char *folder : {"engine", "plugins"}) {
        QDirIterator files(QStringLiteral(JITSCOPE_SOURCE_DIR "/") + folder, {"*.cpp", "*.h"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString text = QString::fromStdString(testing::readText(files.next().toStdString()));
            auto matches = literals.globalMatch(text);
            while (matches.hasNext()) {
                QString literal = matches.next().captured();
                literal = literal.mid(1, literal.size() - 2).replace("\\\"", "\x01").remove(seam);
                found.insert(literal.replace('\x01', '"').replace("\\\\", "\\"));
            }
        }
    }
    return found;
}

/** "%1", "%n", "{subject}" and the like, sorted. */
QStringList places(const QString &text) {
    static const QRegularExpression place(QStringLiteral("%(\\d|n)|\\{[a-z]+\\}"));
    QStringList found;
    auto matches = place.globalMatch(text);
    while (matches.hasNext())
        found.append(matches.next().captured());
    found.sort();
    return found;
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextIsTranslated_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("Chinese") << "zh_CN";
        QTest::newRow("English plurals") << "en";
    }

    void everyTextIsTranslated() {
        QFETCH(QString, language);
        const QList<Message> messages = messagesOf(language);
        QVERIFY(messages.size() > 5);
        for (const Message &message : messages) {
            QVERIFY2(message.isFinished && !message.forms.isEmpty(), qPrintable(message.source));
            for (const QString &form : message.forms) {
                QVERIFY2(!form.isEmpty(), qPrintable(message.source));
                QVERIFY2(places(form) == places(message.source), qPrintable(message.source + " / " + form));
            }
        }
    }

    void lupdateKnowsTheContextOfEachText() {
        if (!lupdateFollowsNamespaces) QSKIP(cannotFollow);
        QVERIFY(codeTexts().messages.size() > 2000);
        QVERIFY2(codeTexts().complaints.isEmpty(), qPrintable(codeTexts().complaints));
    }

    void everyTextOfTheCodeIsThere_data() { everyTextIsTranslated_data(); }
    void everyTextOfTheCodeIsThere() {
        if (!lupdateFollowsNamespaces) QSKIP(cannotFollow);
        QFETCH(QString, language);
        const auto translated = byKey(messagesOf(language));
        QString missing;
        for (const Message &message : codeTexts().messages) {
            if (language == "en" && !message.isPlural) continue; // it holds the plural forms alone
            const auto found = translated.find({message.context, message.source});
            if (found == translated.end() || found->second.isPlural != message.isPlural)
                missing += message.place + ": " + message.context + ": " + message.source + '\n';
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing));
    }

    void noTextIsLeftOver_data() { everyTextIsTranslated_data(); }
    void noTextIsLeftOver() {
        if (!lupdateFollowsNamespaces) QSKIP(cannotFollow);
        QFETCH(QString, language);
        const auto inCode = byKey(codeTexts().messages);
        const std::set<QString> literals = literalsOfTheEngine();
        const std::set<Key> records = textsOfRecords();
        QString left;
        for (const Message &message : messagesOf(language)) {
            if (message.context.startsWith('Q')) continue; // Qt's own, where its translations are not installed
            const bool isUsed = engineContexts.count(message.context) > 0
                                    ? records.count({message.context, message.source}) > 0 ||
                                          literals.count(message.source) > 0 ||
                                          (message.context == "Tables" && literals.count(nameOfTitle(message.source)))
                                    : inCode.count({message.context, message.source}) > 0;
            if (!isUsed) left += message.context + ": " + message.source + '\n';
        }
        QVERIFY2(left.isEmpty(), qPrintable(left));
    }

    void everyTextHasOneTranslation() {
        for (const char *language : {"zh_CN", "en"}) {
            const QList<Message> messages = messagesOf(language);
            std::set<Key> seen;
            for (const Message &message : messages)
                QVERIFY2(seen.emplace(message.context, message.source).second,
                         qPrintable(message.context + ": " + message.source));
        }
    }

    /** The engine knows no translations: its windows look its texts up, which the tools do not see in the sources. */
    void textsOfTheEnginesRecordsAreTranslated() {
        const auto translated = byKey(messagesOf("zh_CN"));
        for (const Key &text : textsOfRecords())
            QVERIFY2(translated.count(text) > 0, qPrintable(text.first + ": " + text.second));
    }
};

JITSCOPE_TEST(TranslationsTest)

} // namespace jitscope::tst_translations

#include "tst_translations.moc"
