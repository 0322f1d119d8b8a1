// SPDX-License-Identifier: GPL-3.0-or-later
// The rank against which all tables of profiles show their differences, and the box in which it is chosen.
#pragma once

#include <QComboBox>
#include <QObject>
#include <QString>

#include <optional>

namespace jitscope {
inline namespace profile {
struct Profile;
}
inline namespace sdk {
class Document;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** As all panels call it: its label, or "rank 3". */
QString rankLabel(const Profile &profile);

class RankBaseline : public QObject {
    Q_OBJECT
public:
    /** The one of a document; lives as long as it does. */
    static RankBaseline &of(Document &document);

    /** Index in Session::profiles; none while no rank is pinned. */
    std::optional<size_t> profile() const { return m_profile; }
    void set(std::optional<size_t> profile);

Q_SIGNALS:
    void changed();

private:
    explicit RankBaseline(Document &document);

    std::optional<size_t> m_profile;
};

/** Lists the ranks of the document; hidden where there is but one. */
class RankBaselineBox : public QComboBox {
    Q_OBJECT
public:
    explicit RankBaselineBox(Document &document, QWidget *parent = nullptr);

private:
    void fill();

    Document &m_document;
    RankBaseline &m_baseline;
};

} // namespace models
} // namespace jitscope
