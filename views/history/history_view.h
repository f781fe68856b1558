#pragma once

#include "items/history/run_figure.h"
#include "items/writing/file_saver.h"

#include <QWidget>

#include <cstddef>
#include <optional>
#include <vector>

class QToolButton;

namespace loupe {

class ChoiceSwitch;
class ElidedLabel;
class HistoryChart;
class RunSession;
struct HistoryStep;

enum class HistoryFile : std::uint8_t { Png, Csv };

/// Shows a figure of a run's checkpoints as curves, with a switch between figures and the numbers of one checkpoint in
/// a line. Computes nothing.
class HistoryView : public QWidget {
    Q_OBJECT

public:
    /// `session` outlives this.
    explicit HistoryView(const RunSession& session, QWidget* parent = nullptr);

    /// Describes what the figures are about, in one line.
    void setSubject(const QString& text);
    /// Shown instead of the chart while there are no figures.
    void setEmptyText(const QString& sentence);
    RunFigure figure() const;
    void setFigure(RunFigure figure);
    /// The rows selected elsewhere, and the current one, if any. If there are more series than can be told apart, those
    /// of selected checkpoints are drawn first.
    void setSelection(std::vector<int> rows, std::optional<int> current);
    /// The figures of the checkpoint under the pointer, or else of the selected one. Names it if there are several
    /// series.
    QString readout() const;

    HistoryChart& chart() { return *m_chart; }
    FileSaver& saver() { return m_saver; }
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistoryFile kind, const QString& path);
    /// Copies the figures of all checkpoints to the clipboard as a table.
    void copyData() const;

signals:
    /// The user selected a row in the chart with a click or keys.
    void rowSelected(int row);
    void rowActivated(int row);
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void connectParts();
    void showCurves();
    void showReadout();
    const HistoryStep* readStep() const;
    QString nameBefore(const HistoryStep& step) const;
    void chooseFile(HistoryFile kind);
    void updateIcons();

    const RunSession& m_session;
    ElidedLabel* m_subject;
    ChoiceSwitch* m_figures;
    QToolButton* m_logarithmic;
    QToolButton* m_export;
    HistoryChart* m_chart;
    ElidedLabel* m_readout;
    ElidedLabel* m_note; ///< about the same checkpoint; has room if any checkpoint has a note, so that nothing moves
    QString m_emptyText;
    std::vector<int> m_rows; ///< selected
    std::optional<int> m_selected; ///< the current one
    std::size_t m_series = 0; ///< number of series, drawn or not
    FileSaver m_saver;
};

} // namespace loupe
