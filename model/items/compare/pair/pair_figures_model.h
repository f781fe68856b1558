#pragma once

#include "items/compare/comparison_results.h"
#include "items/jobs/item_roles.h"

#include <QAbstractTableModel>

#include <optional>
#include <utility>

namespace loupe {

/// All known figures of a pair, or of a group of pairs: first the properties of each side, then the differences. A row
/// about the pair as a whole has its text in column A, and isWide().
class PairFiguresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Figure, A, B, ColumnCount };
    Q_ENUM(Column)

    explicit PairFiguresModel(QObject* parent = nullptr);

    /// No rows if `results` is null or there is no node.
    void setNode(ComparisonResultsPtr results, std::optional<NameTree::NodeId> node);
    /// The results have grown.
    void onResultsAdded();
    bool isWide(int row) const { return m_rows[static_cast<std::size_t>(row)].wide; }
    /// How many characters of padding align the decimal point of a figure with those of the others; 0 for other texts.
    int indent(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Title {
        // NOLINTNEXTLINE(google-explicit-constructor): most titles need no definition
        Title(QString shown, QString meaning = {})
            : text(std::move(shown))
            , definition(std::move(meaning))
        {
        }
        QString text;
        QString definition; ///< in words, shown as a tooltip; empty if the title says it
    };
    struct Row {
        Title title;
        QString a;
        QString b = {};
        QString wholeA = {}; ///< empty if the cell already shows all digits
        bool wide = false;
        bool isNumber = false;
    };

    void addSides(std::uint32_t pair);
    void addDelta(std::uint32_t pair);
    void addGroup(NameTree::NodeId group);
    void addWide(Title title, const QString& text, const QString& whole = {}, bool isNumber = true);
    void addFigure(Title title, const std::optional<double>& figure, int digits = 6);
    void addNonfinite(std::optional<std::uint64_t> onlyA, std::optional<std::uint64_t> onlyB);
    void addCost(std::optional<double> signalToNoise, const PrecisionCost& cost);
    std::vector<Row> makeRows();
    void setRows(std::vector<Row> rows);

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    std::vector<Row> m_rows;
    int m_beforePoint = 0; ///< the largest number of characters before the decimal point
};

} // namespace loupe
