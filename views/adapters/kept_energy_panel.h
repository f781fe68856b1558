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

/// What an adapter that is computed keeps, module by module and of all together; while it is computed, how far that is.
class KeptEnergyPanel : public QWidget {
    Q_OBJECT

public:
    enum class Modules : std::uint8_t { OfAdapter, OfModels };

    /// Modules of two models have no rank before.
    KeptEnergyPanel(AdapterComputation& computation, Modules modules, QWidget* parent = nullptr);

    /// How many bytes computing fetches over the network, which the button says.
    void setFetched(std::uint64_t bytes);
    QPushButton& computeButton() { return *m_button; }
    /// What is said beneath the table.
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
