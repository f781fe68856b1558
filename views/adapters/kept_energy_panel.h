#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

class QProgressBar;
class QPushButton;
class QTableView;

namespace loupe {

class AdapterComputation;
class ElidedLabel;
class KeptEnergyModel;

/// Shows the energy that a computed adapter keeps, of each module and of all together. Shows the progress while it is
/// computed.
class KeptEnergyPanel : public QWidget {
    Q_OBJECT

public:
    enum class Modules : std::uint8_t { OfAdapter, OfModels };

    /// For OfModels, hides the column of the former rank, because there is none.
    KeptEnergyPanel(AdapterComputation& computation, Modules modules, QWidget* parent = nullptr);

    /// The number of bytes that the computation fetches over the network, shown on the button.
    void setFetched(std::uint64_t bytes);
    QPushButton& computeButton() { return *m_button; }
    /// The text below the table.
    QString summary() const;
    std::vector<QWidget*> controls() const;

private:
    void showState();

    AdapterComputation& m_computation;
    KeptEnergyModel* m_model;
    QTableView* m_table;
    ElidedLabel* m_summary;
    QProgressBar* m_bar;
    QPushButton* m_button; ///< computes, or stops that
    std::uint64_t m_fetched = 0;
};

} // namespace loupe
