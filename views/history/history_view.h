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

/// A figure of a run's checkpoints as curves, a switch between the figures, and the numbers of one checkpoint in a
/// line. Computes nothing.
class HistoryView : public QWidget {
    Q_OBJECT

public:
    /// `session` outlives this.
    explicit HistoryView(const RunSession& session, QWidget* parent = nullptr);

    /// What the figures are about, in a line.
    void setSubject(const QString& text);
    /// Stands in the chart's place where there are no figures.
    void setEmptyText(const QString& sentence);
    RunFigure figure() const;
    void setFigure(RunFigure figure);
    /// The checkpoints that are selected elsewhere, and the current one; nothing: none. Of more series than can be told
    /// apart, those of selected checkpoints are drawn first.
    void setSelection(std::vector<int> rows, std::optional<int> current);
    /// What is known of the checkpoint under the pointer, or else of the selected one. It is named where there are
    /// several series.
    QString readout() const;

    HistoryChart& chart() { return *m_chart; }
    FileSaver& saver() { return m_saver; }
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistoryFile kind, const QString& path);
    /// The figures of all checkpoints as a table, into the clipboard.
    void copyData() const;

signals:
    /// Clicked in the chart, or chosen there by keys.
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
    ElidedLabel* m_note; ///< of the same checkpoint; shown where one has such a note, so that nothing moves
    QString m_emptyText;
    std::vector<int> m_rows; ///< selected
    std::optional<int> m_selected; ///< the current one
    std::size_t m_series = 0; ///< drawn or not
    FileSaver m_saver;
};

} // namespace loupe
