#pragma once

#include "items/histogram/histogram_choice.h"

#include <QAction>
#include <QToolBar>

class QActionGroup;
class QToolButton;

namespace loupe {

enum class HistogramFile : std::uint8_t { Png, Svg, Csv };
/// The suffix of the file's name, without a dot.
QString suffixOf(HistogramFile kind);

/// The use of a histogram, which determines the enabled controls.
enum class HistogramUse : std::uint8_t {
    Nothing, ///< there is nothing to count
    Choosing, ///< there is no histogram yet
    Everything,
};

/// The options of a histogram. Controls that do not fit are in the tool bar's overflow menu, so the bar keeps its
/// height. Buttons for the view as a whole are separate, and placed by the caller.
class HistogramControls : public QToolBar {
    Q_OBJECT

public:
    explicit HistogramControls(QWidget* parent = nullptr);

    /// The choice without the zoom, which is made in the chart.
    HistogramChoice choice() const;
    /// Emits nothing.
    void setChoice(const HistogramChoice& choice);
    bool isLogarithmic() const { return m_logarithmic->isChecked(); }
    bool isTable() const { return m_table->isChecked(); }
    void setZoomed(bool zoomed);
    void setUse(HistogramUse use);
    /// Buttons for the caller's layout: one shows the bins as a table, the other copies and saves.
    QToolButton* makeTableButton();
    QToolButton* makeExportButton();
    /// The tool bar's own buttons, in tab order.
    std::vector<QWidget*> buttons() const;

signals:
    void choiceChanged();
    void logarithmicToggled(bool on);
    void tableToggled(bool on);
    void wholeRangeWanted();
    void copyWanted();
    void saveWanted(loupe::HistogramFile kind);

private:
    struct Option {
        QString text;
        int value;
    };
    QAction* addToggle(const QString& text, const QString& toolTip);
    /// An action with a menu of mutually exclusive entries; its text names the chosen one.
    QAction* addBins();
    QAction* addClip();
    QAction* addChoice(const QString& name, const QString& toolTip, const std::vector<Option>& options);
    void fillExport();
    static QToolButton* makeButton(QAction* action);
    static int chosen(const QAction* choice);
    static void choose(QAction* choice, int value);
    void makeReachable();

    QAction* m_logarithmic;
    QAction* m_symmetricLog;
    QAction* m_bins;
    QAction* m_clip;
    QAction* m_wholeRange;
    QAction* m_table;
    QAction* m_export;
    HistogramUse m_use = HistogramUse::Nothing;
    bool m_zoomed = false;
};

} // namespace loupe
