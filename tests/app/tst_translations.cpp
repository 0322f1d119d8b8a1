// SPDX-License-Identifier: Apache-2.0
// Every text has its Chinese words, with the same places for numbers and names in them.
#include "engine/analysis/advice/advice.h"
#include "engine/analysis/device/idlecause.h"
#include "engine/analysis/device/kernelbound.h"
#include "engine/ascend/devicemodel.h"
#include "engine/passes/pass.h"
#include "tests/support/testing.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <set>

using namespace jitscope;

namespace {

struct Message {
    QString context, source;
    QStringList forms;
    bool isFinished = true;
};

QList<Message> messagesOf(const QString &language) {
    QFile file(QStringLiteral(JITSCOPE_SOURCE_DIR "/resources/translations/jitscope_%1.ts").arg(language));
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader reader(&file);
    bool isPlural = false;
    QString context;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == QLatin1String("name")) {
            context = reader.readElementText();
        } else if (reader.name() == QLatin1String("message")) {
            messages.append(Message());
            messages.last().context = context;
            isPlural = reader.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        } else if (reader.name() == QLatin1String("source")) {
            messages.last().source = reader.readElementText();
        } else if (reader.name() == QLatin1String("translation")) {
            messages.last().isFinished = !reader.attributes().hasAttribute(QLatin1String("type"));
            if (!isPlural) messages.last().forms.append(reader.readElementText());
        } else if (reader.name() == QLatin1String("numerusform")) {
            messages.last().forms.append(reader.readElementText());
        }
    }
    return messages;
}

/** "%1", "%n" and the like, sorted. */
QStringList places(const QString &text) {
    static const QRegularExpression place(QStringLiteral("%(\\d|n)"));
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

    /** The engine knows no translations: its windows look its texts up, which the tools do not see in the sources. */
    void textsOfTheEnginesRecordsAreTranslated() {
        std::vector<std::pair<const char *, std::string>> texts;
        for (const ModelParameter &each : modelParameters())
            for (const char *text : {each.name, each.meaning, each.defaultSource})
                texts.emplace_back("DeviceParameters", text);
        for (const IdleCauseWords &each : idleCauseWords())
            for (const char *text : {each.title, each.pattern, each.meaning})
                texts.emplace_back("IdleCauses", text);
        for (const AdviceRule &each : adviceRules())
            for (const char *text : {each.title, each.pattern, each.advice, each.source})
                texts.emplace_back("Advice", text);
        for (const AdviceRule &each : adviceRules())
            for (const char *text : each.otherTexts)
                texts.emplace_back("Advice", text);
        for (int bound = int(Bound::Unknown); bound <= int(Bound::Latency); ++bound)
            for (const char *text : {textOf(Bound(bound)).name, textOf(Bound(bound)).meaning})
                texts.emplace_back("KernelBound", text);
        for (const PassDef &pass : builtinPasses())
            texts.emplace_back("PassSummaries", pass.summary);
        std::set<std::pair<QString, QString>> translated;
        for (const Message &message : messagesOf("zh_CN"))
            translated.emplace(message.context, message.source);
        for (const auto &[context, text] : texts)
            QVERIFY2(translated.contains({QString(context), QString::fromStdString(text)}), text.c_str());
    }
};

QTEST_APPLESS_MAIN(TranslationsTest)
#include "tst_translations.moc"
