include Report
