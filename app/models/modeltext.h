// SPDX-License-Identifier: GPL-3.0-or-later
// Any item model as text: what Copy as text, the exports and the tests use.
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace jitscope {
inline namespace models {

enum class TextFormat : uint8_t {
    Tsv,      ///< tabs between cells; what spreadsheets paste
    Csv,      ///< RFC 4180; figures are numbers alone, their units stand in the heading
    Markdown, ///< a table
    Aligned,  ///< columns padded with spaces, for people
};

/** The model with a header line; trees are indented by two spaces a level in their first column. */
QString modelText(const QAbstractItemModel &model, TextFormat format = TextFormat::Tsv);

/** The same for these rows only (any column of a row stands for the row; repeated rows count once). */
QString rowsText(const QAbstractItemModel &model, const QModelIndexList &rows, TextFormat format = TextFormat::Tsv);

} // namespace models
} // namespace jitscope
